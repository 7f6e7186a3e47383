export { GuideButton } from './guide-button.tsx'
