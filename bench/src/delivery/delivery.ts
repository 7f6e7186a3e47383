import type { Bench } from '../bench.ts'
import { startDeliveryProduct } from '../../../e2e/src/load/delivery-product.ts'
import { printRates } from './rates.ts'
import { printSessions } from './sessions.ts'
import { startSinks } from './sinks.ts'
import { printWire } from './wire.ts'

/** The way out of the product: messages a second by kind of receiver, from a verdict to the wire, and the memory of open sessions. */
export const bench: Bench = async ({ size }) => {
  const sinks = await startSinks()
  try {
    await printSessions(sinks.ports, size)
    const lab = await startDeliveryProduct()
    try {
      await printWire(lab, size)
    } finally {
      await lab.close()
    }
    // The messages that wait for dead receivers are gone.
    const next = await startDeliveryProduct()
    try {
      await printRates(next, sinks.ports, size)
    } finally {
      await next.close()
    }
  } finally {
    sinks.close()
  }
}
