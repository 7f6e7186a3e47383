import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * SQL condition on a session. It holds if the session is no impersonation, or if the super user behind it is still logged in, active and a
 * super user, and the user is not one. So it fails when the super user's own session ends, when they are suspended or lose the role, and
 * when the user becomes a super user.
 */
export const impersonatorStands = (
  now: Date,
): RawBuilder<SqlBool> => sql<SqlBool>`(session.impersonator_id is null or exists (
  select from session parent join app_user opener on opener.id = parent.user_id join app_user acted on acted.id = session.user_id
  where parent.id = session.parent_id and parent.ended_at is null and parent.expires_at > ${now}
    and opener.disabled_at is null and opener.user_type = 'SUPER_USER' and acted.user_type <> 'SUPER_USER'))`
