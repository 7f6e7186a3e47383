export { SsoTab } from './sso-tab.tsx'
