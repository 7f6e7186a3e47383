export { MailTemplatesTab } from './mail-templates-tab.tsx'
