/**
 * The four partner companies, unless the setting names others. Their ids were assigned by hand and end in their number. Generated ids
 * contain another time, so no other company can become a partner by accident.
 */
export const PARTNER_COMPANY_IDS: readonly string[] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-7000-8000-00000000000${number}`,
)
