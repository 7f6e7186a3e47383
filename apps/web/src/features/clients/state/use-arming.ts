import {
  getArmingMail,
  getSiteArming,
  listArmingHistory,
  setSiteArming,
  type BodyInput,
  type ReplyOf,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handleError } from '../../../lib/errors/error-handler.ts'
import { useLive } from '../../../lib/live/live.ts'
import { callAcrossLogin, operationKey, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import { nodeQuery, refreshNode } from './tree-queries.ts'

/** A site that is armed and disarmed. */
export interface Armable {
  id: string
  name: string
}

/** Whether a site is armed, kept up to date with the live stream. */
export function useArming(id: string) {
  const queries = useQueryClient()
  useLive(['tree.changed', 'resync'], (event) => {
    if (event.type === 'tree.changed' && event.siteId !== id) return
    for (const operation of [getSiteArming, listArmingHistory, getArmingMail])
      void queries.invalidateQueries({ queryKey: operationKey(operation, { params: { id } }) })
  })
  return useOperationQuery(getSiteArming, { params: { id } }, { quiet: true })
}

/** Arms and disarms sites, and says what came of it. */
export function useArm() {
  const { t } = useTranslation('schedules')
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function send({ id, name }: Armable, body: BodyInput<typeof setSiteArming>): Promise<void> {
    const { refusal, ...arming }: ReplyOf<typeof setSiteArming> = await callAcrossLogin(setSiteArming, {
      params: { id },
      body,
    })
    queries.setQueryData(operationKey(getSiteArming, { params: { id } }), arming)
    void queries.invalidateQueries({ queryKey: operationKey(listArmingHistory) })
    const site = await queries.fetchQuery({ ...nodeQuery('site', id), staleTime: 0 })
    await refreshNode(queries, { projectId: site.projectId, siteId: id, viewId: null })
    if (refusal) showToast({ type: 'error', message: t('arming.unchanged', { name, why: t(`arming.why.${refusal}`) }) })
    else
      showToast({
        type: 'success',
        message: t(body.state === 'armed' ? 'arming.armedNow' : 'arming.disarmedNow', { name }),
      })
  }

  return {
    isBusy,
    /** Rethrows the server's error, for the form to show. */
    disarm: (site: Armable, until: string | undefined) =>
      send(site, { state: 'disarmed', ...(until === undefined ? {} : { until }) }),
    arm: async (site: Armable): Promise<void> => {
      setBusy(true)
      try {
        await send(site, { state: 'armed' })
      } catch (error) {
        handleError(error)
      } finally {
        setBusy(false)
      }
    },
  }
}
