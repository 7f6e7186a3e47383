export { type ConnectorKeeper, keepConnectors } from './keep-connectors.ts'
export { hasConnections } from './lease-connections.ts'
export { connectModule } from './module.ts'
export { connectionContext, type NewConnection, storeConnection } from './store-connection.ts'
