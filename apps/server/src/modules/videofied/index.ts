export { createFrontelPorts } from './frontel-ports.ts'
export { videofiedModule } from './module.ts'
