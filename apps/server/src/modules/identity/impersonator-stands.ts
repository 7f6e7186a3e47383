import { sql, type SqlBool } from 'kysely'

/**
 * SQL condition on a session: nobody acts in the user's name, or whoever does is still logged in and let in themselves. Ending the
 * super user's own session, or suspending them, ends what they opened.
 */
export const impersonatorStands = sql<SqlBool>`(session.impersonator_id is null or exists (
  select from session parent join app_user opener on opener.id = parent.user_id
  where parent.id = session.parent_id and parent.ended_at is null and opener.disabled_at is null))`
