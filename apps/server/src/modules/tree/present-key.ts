/** The key in the system from which a client, site or camera was imported. Left out if it has none. */
export const presentKey = ({ external_key: externalKey }: { external_key: string | null }): { externalKey?: string } =>
  externalKey === null ? {} : { externalKey }
