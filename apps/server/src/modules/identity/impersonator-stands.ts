import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * SQL condition on a session: it is no impersonation, or the impersonation is still allowed. An impersonation is no longer allowed once the
 * super user's own session has ended, the super user was disabled or has lost that role, or the impersonated user has become a super user.
 */
export const impersonatorStands = (
  now: Date,
): RawBuilder<SqlBool> => sql<SqlBool>`(session.impersonator_id is null or exists (
  select from session parent join app_user opener on opener.id = parent.user_id join app_user acted on acted.id = session.user_id
  where parent.id = session.parent_id and parent.ended_at is null and parent.expires_at > ${now}
    and opener.disabled_at is null and opener.user_type = 'SUPER_USER' and acted.user_type <> 'SUPER_USER'))`
