import type { CameraSystems } from '../connect/camera-systems.ts'
import type { ConnectorKind } from '../connect/connector.ts'
import type { Register } from '../http/register.ts'
import type { BackgroundJobKind } from '../jobs/background-job.ts'
import type { RegisteredJob, Tick } from '../jobs/job.ts'
import type { Db } from '../db/transaction.ts'
import type { Tables } from './tables.ts'

/** A running part of the program. `stop` resolves after the part has finished the work that it has begun. */
export interface Running {
  name: string
  stop(): Promise<void>
}

/** The parts that a module adds to the program. Each function gets the platform and the services of all modules. */
export interface Part<Uses = object> {
  /** The name of the module's folder. */
  readonly name: string
  /** The tables that belong to the module. */
  readonly tables?: Tables
  /** Registers the operations for people and their programs. */
  readonly routes?: (register: Register, deps: Uses) => void
  /** Registers the operations for devices. They are served both with the API and on the port for alarms. */
  readonly deviceRoutes?: (register: Register, deps: Uses) => void
  /** Returns the handlers of the module's jobs. */
  readonly jobs?: (deps: Uses) => readonly RegisteredJob[]
  /** Returns the kinds of background jobs: long work on many objects, which people start, follow and cancel. */
  readonly backgroundJobs?: (deps: Uses) => readonly BackgroundJobKind[]
  /** Returns the tasks that one of all workers runs at fixed times. `owner` is a connection that may change table definitions. */
  readonly ticks?: (deps: Uses, owner: Db) => readonly Tick[]
  /** Returns the kinds of connections: devices and systems that the role `connect` calls and stays connected to. */
  readonly connectors?: (deps: Uses) => readonly ConnectorKind[]
  /** SQL of the systems of this module behind which cameras stand, by which the state of a camera is told. */
  readonly cameraSystems?: CameraSystems
  /** Starts the continuous work of a worker process. */
  readonly work?: (deps: Uses) => readonly Running[]
  /** Starts the continuous work of every process, whatever its roles. */
  readonly workEverywhere?: (deps: Uses) => readonly Running[]
}

/**
 * A module of the server.
 * @template Uses the services that its functions need; they are called when the services of all modules exist
 * @template Needs the services that it needs to create its own: parts of the platform, and services of earlier modules
 * @template Makes the services that it creates for itself and for other modules
 */
export interface Module<Uses = object, Needs = object, Makes = object> extends Part<Uses> {
  /** Creates the services of the module. They must not listen or start work yet. */
  readonly make?: (needs: Needs) => Made<Makes> | Promise<Made<Makes>>
}

/** The services of a module. */
export interface Made<Makes> {
  services: Makes
  /** Closes the resources of the services. Called after all running parts have stopped. */
  close?: () => void | Promise<void>
}
