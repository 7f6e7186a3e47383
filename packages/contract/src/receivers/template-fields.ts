/** The fields of the settings that a template uses, in the order of the form. Each kind says when they are shown. */
export const templateFields = [
  {
    name: 'account',
    control: 'text',
    label: 'receivers.template.account',
    hint: 'receivers.template.accountHint',
    optional: true,
  },
  {
    name: 'zone',
    control: 'text',
    label: 'receivers.template.zone',
    hint: 'receivers.template.zoneHint',
    optional: true,
  },
  {
    name: 'cameras',
    control: 'table',
    label: 'receivers.template.cameras',
    hint: 'receivers.template.camerasHint',
    columns: [
      { name: 'camera', label: 'receivers.table.camera' },
      { name: 'account', label: 'receivers.table.account' },
      { name: 'zone', label: 'receivers.table.zone' },
    ],
    optional: true,
  },
  {
    name: 'codes',
    control: 'table',
    label: 'receivers.template.codes',
    hint: 'receivers.template.codesHint',
    columns: [
      { name: 'class', label: 'receivers.table.class' },
      { name: 'code', label: 'receivers.table.code' },
    ],
    optional: true,
  },
  {
    name: 'template',
    control: 'template',
    label: 'receivers.template.label',
    hint: 'receivers.template.hint',
    optional: true,
  },
] as const
