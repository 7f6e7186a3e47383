import type { Client } from 'pg'

/** The setting that holds every message to receivers back while it is there. Its value is the time since when. */
export const DELIVERIES_HELD = 'deliveries.held'

/**
 * Holds every message to receivers back until somebody releases them: the installation that was backed up may still run, and receivers
 * would get what both of them send.
 * @param client in a transaction that may see all rows
 */
export async function holdDeliveries(client: Client): Promise<void> {
  await client.query(
    `insert into system_setting (key, value) values ($1, to_jsonb(now()))
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [DELIVERIES_HELD],
  )
}
