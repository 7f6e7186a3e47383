import type { RuleCapability } from '@winnow/domain'
import { classNamesOf, packManifestSchema } from '@winnow/vision/packs'
import type { Tx } from '../../platform/db/transaction.ts'

const OF_RULES: readonly string[] = ['ppe', 'fire', 'glass', 'behaviour'] satisfies RuleCapability[]
const isOfRules = (capability: string): capability is RuleCapability => OF_RULES.includes(capability)

/** What the detectors in use can see beyond people, vehicles and animals. The built-in one, which looks where no other sees people, sees bags. */
export async function listCapabilities(tx: Tx): Promise<Set<RuleCapability | 'bag'>> {
  const inUse = await tx.selectFrom('detector').select('manifest').where('in_use', '=', true).execute()
  const found = new Set<RuleCapability | 'bag'>()
  let seesPeople = false
  for (const { manifest: stored } of inUse) {
    // A manifest that this version cannot read sees nothing here. It must not keep alarms from being loaded.
    const { data: manifest } = packManifestSchema.safeParse(stored)
    if (manifest === undefined) continue
    const capability: string = manifest.capability
    if (isOfRules(capability)) found.add(capability)
    if (capability !== 'detect') continue
    const { sees } = classNamesOf(manifest)
    seesPeople ||= sees.includes('person')
    if (sees.includes('bag')) found.add('bag')
  }
  if (!seesPeople) found.add('bag')
  return found
}
