/** A refusal of the second API, with the body that is documented. */
export function problem(status: number, message: string): Response {
  return Response.json({ message, type: "InvalidRequest" }, { status });
}
