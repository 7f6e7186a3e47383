import type { Client } from 'pg'

/** The setting that holds all messages to receivers while it exists. Its value is the start time of the hold. */
export const DELIVERIES_HELD = 'deliveries.held'

/**
 * Holds all messages to receivers until somebody releases them. The installation that was backed up may still run. Without the hold,
 * receivers would get messages from both installations.
 * @param client a connection in a transaction that may see all rows
 */
export async function holdDeliveries(client: Client): Promise<void> {
  await client.query(
    `insert into system_setting (key, value) values ($1, to_jsonb(now()))
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
    [DELIVERIES_HELD],
  )
}
