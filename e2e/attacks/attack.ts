// An attack is a script that tries to do harm and throws when it succeeds. Each is a file `<name>.attack.ts` in this folder that
// exports `attack`. `npm test` runs all of them against one product at reduced size; `npm run storm` runs them at full size.
import { createRandom, type Random } from '../src/harness/random.ts'
import { loadScripts } from '../src/harness/load-scripts.ts'
import { logIn, type ApiClient } from '../src/harness/api-client.ts'
import { removeDataDir, startProduct, type Account, type Product } from '../src/harness/product.ts'

/** The target of an attack: the demo's product on this machine, with cameras that send nothing. */
export interface Target {
  product: Product
  account(name: 'super' | 'admin' | 'operator'): Account
  /** The demo's administrator, logged in. */
  admin: ApiClient
  /**
   * The attacker's own loopback address, for `localAddress` of node:http and node:net. Since every attack has another address, limits per
   * address do not affect the next attack.
   */
  address: string
  /** The size of the attack: `whole` is the full size, `sample` must finish within seconds. */
  scale: 'sample' | 'whole'
  /** Gives the same sequence of numbers in every run. */
  random: Random
  /** Prints a line with figures. */
  print: (line: string) => void
}

export interface Attack {
  /** The test's title: what the attack tries, and what must hold. */
  title: string
  /** @throws when the attack succeeds */
  run: (target: Target) => Promise<void>
}

/** All attacks by the names of their files. Each has its own source address. */
export async function loadAttacks() {
  const attacks = await loadScripts<Attack>(import.meta.dirname, 'attack')
  return attacks.map((attack, index) => ({
    ...attack,
    run: (target: Omit<Target, 'address'>) => attack.run({ ...target, address: `127.0.1.${index + 1}` }),
  }))
}

/** Starts a product to attack. */
export async function startTarget(
  scale: Target['scale'],
  print: Target['print'],
): Promise<Omit<Target, 'address'> & { close(): Promise<void> }> {
  const product = await startProduct({ isPrepared: true, settings: { WINNOW_DEMO: 'still' } })
  const close = async () => {
    await product.stop()
    await removeDataDir(product.dataDir)
  }
  try {
    const account = (name: 'super' | 'admin' | 'operator') => {
      const found = product.accounts[name]
      if (found === undefined) throw new Error(`no account of ${name} was printed`)
      return found
    }
    const admin = await logIn(product.url, account('admin'))
    return { product, account, admin, scale, random: createRandom(1), print, close }
  } catch (error) {
    await close()
    throw error
  }
}
