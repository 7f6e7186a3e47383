import type { BodyInput, DwServer, updateDwServers } from '@winnow/contract'

/** A server as it is sent to be stored. */
export type ServerEntry = BodyInput<typeof updateDwServers>['servers'][number]

/** A configured server as it is sent back. Its password stays as it is stored. */
export const keptServer = ({ id: _id, hasPassword: _has, log: _log, ...server }: DwServer): ServerEntry => server
