/**
 * Returns the stored values of the fields that a body changes. With them, the server refuses the change if somebody else has changed one of
 * these fields meanwhile.
 */
export function basedOn<Stored extends object, Body extends object>(
  stored: Stored,
  body: Body,
): Partial<Pick<Stored, Extract<keyof Stored, keyof Body>>> {
  const fields = Object.entries(stored).filter(([field]) => field in body)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.fromEntries` loses the types of the fields
  return Object.fromEntries(fields) as Partial<Pick<Stored, Extract<keyof Stored, keyof Body>>>
}
