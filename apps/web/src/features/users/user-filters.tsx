import { PERMISSIONS, USER_STATUSES } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { AnyOf, OneOf } from '../../ui/list-screen/choice-filter.tsx'
import { rightKey } from './right-key.ts'
import { ROLES, type UsersSearch } from './users-search.ts'

interface UserFiltersProps {
  value: UsersSearch
  onChange: (change: Partial<UsersSearch>) => void
}

/** Filters the list by role, right and status. */
export function UserFilters({ value, onChange }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'settings'])
  return (
    <>
      <AnyOf
        label={t('filter.roles')}
        values={ROLES}
        nameOf={(role) => t(`settings:roles.${role}`)}
        value={value.roles}
        onChange={(roles) => onChange({ roles })}
      />
      <AnyOf
        label={t('filter.permissions')}
        values={PERMISSIONS}
        nameOf={(permission) => t(`rights.${rightKey(permission)}`)}
        value={value.permissions}
        onChange={(permissions) => onChange({ permissions })}
      />
      <OneOf
        label={t('filter.status')}
        values={USER_STATUSES}
        nameOf={(status) => t(`statuses.${status}`)}
        value={value.status}
        onChange={(status) => onChange({ status })}
      />
    </>
  )
}
