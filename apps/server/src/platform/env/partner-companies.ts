/**
 * The four partner companies, unless the setting names others. Their ids were given out by hand and end in their number; no id the
 * product makes carries this time, so no company becomes a partner by chance.
 */
export const PARTNER_COMPANY_IDS: readonly string[] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-7000-8000-00000000000${number}`,
)
