export { RoundResult } from './round-result.tsx'
