import type { DetailedSite } from '@winnow/contract'
import { useArming } from '../../state/use-arming.ts'
import { Loaded } from '../panes/loaded.tsx'
import { ArmingHistory } from './arming-history.tsx'
import { ArmingMailSection } from './arming-mail.tsx'
import { DueForm } from './due-form.tsx'
import { LongestForm } from './longest-form.tsx'

/** How a site is armed and disarmed besides the console, when it must be armed, for how long it may be disarmed, and its history. */
export function ArmingTab({ site, mayArm }: { site: DetailedSite; mayArm: boolean }) {
  const query = useArming(site.id)
  return (
    <>
      {mayArm && (
        <Loaded query={query}>
          {(arming) => (
            <>
              <ArmingMailSection site={site} />
              <DueForm siteId={site.id} arming={arming} />
              <LongestForm siteId={site.id} arming={arming} />
            </>
          )}
        </Loaded>
      )}
      <ArmingHistory siteId={site.id} zone={site.timezone} />
    </>
  )
}
