/** Probes of the token request. */
import { api } from "../../../generated/operations.ts";
import { credentials } from "../in-memory.ts";
import { misspellings, misspelt } from "./misspellings.ts";
import { tokenForm } from "./partner.ts";
import { does, type ProbeOf, sends } from "./probe.ts";

const required = ["grant_type", "client_id", "client_secret"] as const;

const sendsForm = (name: string, change: (form: URLSearchParams) => unknown): ProbeOf =>
  sends(name, () => {
    const form = tokenForm();
    change(form);
    return { body: form.toString() };
  });

/** The probes of the token request. */
export const tokenProbes: readonly ProbeOf[] = [
  does("many token requests", async (partner) => {
    for (let sent = 0; sent < 16; sent += 1) await partner.send(partner.draft(api.token));
  }),
  ...required.flatMap((field) => [
    sendsForm(`no ${field}`, (form) => form.delete(field)),
    sendsForm(`an empty ${field}`, (form) => form.set(field, "")),
    sendsForm(`another ${field}`, (form) => form.set(field, "another-value-than-the-right-one-by-far")),
    ...misspellings.map((way) =>
      sendsForm(`${field} misspelt: ${way}`, (form) =>
        form.set(field, misspelt(way, form.get(field) ?? "") ?? ""),
      ),
    ),
  ]),
  ...["password", "refresh_token", "authorization_code"].map((grant) =>
    sendsForm(`the grant type ${grant}`, (form) => form.set("grant_type", grant)),
  ),
  sendsForm("the id as a pattern", (form) => form.set("client_id", `${credentials.clientId.slice(0, -1)}%`)),
  sendsForm("the secret before a NUL character", (form) =>
    form.set("client_secret", `${credentials.clientSecret}\0x`),
  ),
  sendsForm("the id as the secret", (form) => form.set("client_secret", credentials.clientId)),
  sendsForm("the secret as the id", (form) => form.set("client_id", credentials.clientSecret)),
  sends("the fields of the form in another order", () => ({
    body: new URLSearchParams([...tokenForm()].reverse()).toString(),
  })),
  sends("a space in the form as %20", () => ({ body: tokenForm().toString().replaceAll("+", "%20") })),
  sends("the token request in JSON", () => ({
    body: JSON.stringify(Object.fromEntries(tokenForm())),
    contentType: "application/json",
  })),
];
