/** What stands between the values of a list in one text of a query, by its style (OpenAPI, Style Values). */
export const delimiters = { form: ",", spaceDelimited: " ", pipeDelimited: "|" } as const;
