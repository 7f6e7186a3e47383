import { MultiSelect, Select } from '@mantine/core'
import { EXTRA_ROLES, USER_TYPES } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions/permissions.ts'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { GrantsField } from './grants-field.tsx'
import { isRestricted, type UserDraft } from './user-draft.ts'
import css from './users.module.css'

interface UserFieldsProps {
  form: SchemaForm<UserDraft>
  /** The e-mail of an existing account cannot be changed. */
  emailLocked?: boolean
  /** Users cannot change their own role and access. */
  roleLocked?: boolean
}

/** A role with its permissions. Screen readers read only the name. The permissions of the chosen role are below the field. */
function RoleOption({ role }: { role: { value: string; label: string } }) {
  const { t } = useTranslation('settings')
  const known = [...USER_TYPES, ...EXTRA_ROLES].find((each) => each === role.value)
  return (
    <span>
      {role.label}
      {known && (
        <span className={css['meaning']} aria-hidden="true">
          {t(`roleMeanings.${known}`)}
        </span>
      )}
    </span>
  )
}

/** The fields for name, e-mail, role and access. */
export function UserFields({ form, emailLocked = false, roleLocked = false }: UserFieldsProps) {
  const { t } = useTranslation('users')
  const { userType, grants } = form.values
  return (
    <>
      <TextField
        label={t('name')}
        placeholder={t('dialog.namePlaceholder')}
        {...form.field('name')}
        required
        maxLength={100}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog has opened and taken the focus before this field was loaded
        autoFocus
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="off"
        {...form.field('email')}
        required
        readOnly={emailLocked}
        maxLength={318}
        errorProps={{ role: 'alert' }}
      />
      <RoleFields form={form} locked={roleLocked} />
      {isRestricted(userType) && <GrantsField value={grants} onChange={(chosen) => form.set('grants', chosen)} />}
    </>
  )
}

function RoleFields({ form, locked }: { form: SchemaForm<UserDraft>; locked: boolean }) {
  const { t } = useTranslation(['users', 'settings'])
  const givesAnyRole = useMay('users.give-any-role')
  const { userType } = form.values
  const types = USER_TYPES.filter((type) => type !== 'SUPER_USER' || givesAnyRole || userType === type)
  return (
    <>
      <Select
        label={t('role')}
        data={types.map((type) => ({ value: type, label: t(`settings:roles.${type}`) }))}
        {...form.field('userType')}
        allowDeselect={false}
        disabled={locked}
        description={t(`settings:roleMeanings.${userType}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        renderOption={({ option }) => <RoleOption role={option} />}
        maxDropdownHeight={360}
      />
      {givesAnyRole && (
        <MultiSelect
          label={t('alsoRoles')}
          data={EXTRA_ROLES.map((role) => ({ value: role, label: t(`settings:roles.${role}`) }))}
          {...form.field('extraRoles')}
          disabled={locked}
          onChange={(chosen) =>
            form.set(
              'extraRoles',
              EXTRA_ROLES.filter((role) => chosen.includes(role)),
            )
          }
          renderOption={({ option }) => <RoleOption role={option} />}
        />
      )}
    </>
  )
}
