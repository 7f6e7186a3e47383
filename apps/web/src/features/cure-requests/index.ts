export { DeclineDialog, RequestAnswer } from './request-answer.tsx'
export { RequestBanner } from './request-banner.tsx'
export { useAskedFor } from './use-asked-for.ts'
export { useOpenRequests } from './use-open-requests.ts'
