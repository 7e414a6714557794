/** Labels of the second API, which a PUT creates under the name that its caller chooses. */
import type { Flaw } from "./flaws.ts";
import { problem } from "./problem.ts";

/** A request about one label whose token is good. */
interface LabelRequest {
  readonly method: string;
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const mostPerPage = 40;

/** Keeps labels; five at the beginning. */
export function createLabels(flaw: Flaw | undefined) {
  const colors = ["red", "green", "blue", "white", "black"];
  const labels = new Map(colors.map((color, index) => [`label${index + 1}`, color]));
  const created = new Set<string>();
  const gone = new Set<string>();
  /** Those that a flaw keeps in the list. */
  const removed = new Map<string, string>();

  function put(name: string, color: string): Response {
    const isNew = !labels.has(name);
    labels.set(name, color);
    removed.delete(name);
    if (isNew) created.add(name);
    const isAnew = isNew && gone.has(name) && flaw === "label.anew-204";
    if ((!isNew && flaw !== "label.always-201") || isAnew || flaw === "label.204")
      return new Response(null, { status: 204 });
    return Response.json({ name, color }, { status: 201 });
  }

  function list() {
    const shown = [...labels].filter(([name]) => flaw !== "label.unlisted" || !created.has(name));
    return [...shown, ...removed].map(([name, color]) => ({ name, color }));
  }

  return {
    list,
    page(query: URLSearchParams): Response {
      const all = list();
      const [number, size] = [Number(query.get("page") ?? 1), Number(query.get("perPage") ?? 2)];
      const most = flaw === "labels.any-size" ? Number.POSITIVE_INFINITY : mostPerPage;
      if (!(number >= 1)) return problem(400, "page is wrong.");
      if (!(size >= 1 && size <= most)) return problem(400, "perPage is wrong.");
      const start = (number - 1) * size - (flaw === "labels.twice" && number === 2 ? 1 : 0);
      const isLost = flaw === "labels.lost" && size === 3 && number === 2;
      const shown = all.slice(start + (isLost ? 1 : 0), number * size + (flaw === "labels.long" ? 1 : 0));
      const more = number * size < all.length && { nextPage: number + 1 };
      return Response.json({ labels: shown, ...more });
    },
    answer({ method, name, body }: LabelRequest): Response {
      if (!/^[a-z]+[0-9]*$/.test(name)) return problem(400, "There is no such name.");
      if (method === "PUT")
        return typeof body.color === "string" ? put(name, body.color) : problem(400, "color is wrong.");
      const color = labels.get(name);
      const isHidden = flaw === "label.unread" && method === "GET" && created.has(name);
      if (color === undefined || isHidden) return problem(404, "There is no such label.");
      if (method === "GET") return Response.json({ name, color });
      labels.delete(name);
      gone.add(name);
      if (flaw === "label.still-listed") removed.set(name, color);
      return new Response(null, { status: 204 });
    },
  };
}
