import type { TFunction } from 'i18next'
import type { DeviceGuide, GuideStep } from './device-guide.ts'

/** The login of a camera, as every device asks for it. */
const login = (
  t: TFunction<'deviceGuides'>,
  fields: Record<'server' | 'port' | 'user' | 'password', string>,
): GuideStep[] => [
  { field: fields.server, value: '{host}', copy: true },
  { field: fields.port, value: '{port}', copy: true },
  { field: fields.user, value: '{user}', copy: true },
  { field: fields.password, value: t('ftp.password') },
]

/** The set-up guides for uploads by FTP. */
export const ftpGuides = (t: TFunction<'deviceGuides'>): DeviceGuide[] => [
  {
    id: 'ftp',
    way: 'ftp',
    title: t('ftp.title'),
    menu: null,
    steps: [
      ...login(t, {
        server: t('ftp.server'),
        port: t('ftp.port'),
        user: t('ftp.user'),
        password: t('email.password'),
      }),
      { field: t('ftp.encryption'), value: t('ftp.tls'), when: 'tls' },
      { field: t('ftp.encryption'), value: t('value.none'), when: 'no-tls' },
      { field: t('ftp.mode'), value: t('ftp.passive') },
      { field: t('ftp.folder'), value: t('ftp.anyFolder') },
      { field: t('ftp.pictures'), value: t('ftp.picturesValue') },
      { field: t('field.test'), value: t('value.test') },
    ],
    commands: [],
    hint: t('ftp.hint'),
  },
  {
    id: 'ftp-hikvision',
    way: 'ftp',
    title: t('ftp.hikvision'),
    menu: 'Configuration → Network → Advanced Settings → FTP',
    steps: [
      ...login(t, { server: 'Server Address', port: 'Port', user: 'User Name', password: 'Password' }),
      { field: 'Directory Structure', value: t('ftp.anyFolder') },
      { field: 'Upload Picture', value: t('value.tick') },
      { field: 'Test', value: t('value.test') },
      { field: `Event → (${t('field.eachEvent')}) → Linkage Method`, value: t('ftp.linkage') },
    ],
    commands: [],
    hint: t('ftp.hikvisionHint'),
  },
  {
    id: 'ftp-dahua',
    way: 'ftp',
    title: t('ftp.dahua'),
    menu: 'Setting → Storage → Destination → FTP',
    steps: [
      { field: 'Enable', value: t('value.tick') },
      ...login(t, { server: 'Server Address', port: 'Port', user: 'Username', password: 'Password' }),
      { field: 'Remote Directory', value: t('ftp.anyFolder') },
      { field: 'Test', value: t('value.test') },
      { field: `Event → (${t('field.eachEvent')})`, value: t('ftp.events') },
    ],
    commands: [],
    hint: t('ftp.dahuaHint'),
  },
]
