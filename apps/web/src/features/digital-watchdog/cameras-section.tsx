import { SegmentedControl, TextInput } from '@mantine/core'
import type { DwSystemFailure, VmsCamera } from '@winnow/contract'
import { IconSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { VirtualList, type VirtualListHandle } from '../../ui/virtual-list.tsx'
import { CameraRow } from './camera-row.tsx'
import css from './digital-watchdog.module.css'
import { Failed, SystemsFailed } from './failed.tsx'
import { cameraKey, type StoreCameras, useCameraDrafts } from './use-camera-drafts.ts'

const ROW_HEIGHT = 64
/** The height of a row with the names below each other. */
const NARROW_ROW_HEIGHT = 112
type Which = 'all' | 'unmapped' | 'mapped'
const WHICH: readonly Which[] = ['all', 'unmapped', 'mapped']

const textOf = (camera: VmsCamera): string =>
  [
    camera.cameraName,
    camera.groupName,
    camera.cameraServerName,
    camera.cameraSystemName,
    camera.viewName,
    camera.siteName,
  ]
    .join(' ')
    .toLowerCase()

const fits = (camera: VmsCamera, words: readonly string[], which: Which): boolean => {
  if (which !== 'all' && (camera.viewId === null) !== (which === 'unmapped')) return false
  const text = words.length === 0 ? '' : textOf(camera)
  return words.every((word) => text.includes(word))
}

/** Finds cameras by words and by whether they are mapped. */
function useCameraSearch(all: readonly VmsCamera[] | undefined) {
  const [search, setSearch] = useState('')
  const [which, setWhich] = useState<Which>('all')
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
    return (all ?? []).filter((camera) => fits(camera, words, which))
  }, [all, wanted, which])
  return { search, setSearch, which, setWhich, shown }
}

interface CamerasSectionProps {
  /** The cameras of the systems as they were asked last. */
  cameras: Pick<
    UseQueryResult<{ cameras: VmsCamera[]; failures: DwSystemFailure[] }>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'refetch'
  >
  store: StoreCameras
  /** What a mapping is for. Left out: events of cameras that are not mapped are refused. */
  intro?: string
  /** Where cameras come from, while there are none. */
  emptyBody: string
}

/** Which camera of a system is which of ours. */
export function CamerasSection({ cameras, store, intro, emptyBody }: CamerasSectionProps) {
  const { t } = useTranslation('digitalWatchdog')
  const drafts = useCameraDrafts(store)
  const rowHeight = useIsNarrow() ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  const [editing, setEditing] = useState<string>()
  const list = useRef<VirtualListHandle>(null)
  const all = cameras.data?.cameras
  const finder = useCameraSearch(all)
  return (
    <section className={css['section']} aria-label={t('camera.title')}>
      <h2>{t('camera.title')}</h2>
      <p className={css['lead']}>{intro ?? t('camera.intro')}</p>
      <Failed title={t('err.cameras')} error={cameras.error} onRetry={() => void cameras.refetch()} />
      {cameras.isPending && <p className={css['muted']}>{t('asking')}</p>}
      {cameras.data && <SystemsFailed title={t('err.cameras')} failures={cameras.data.failures} />}
      {all?.length === 0 && (
        <EmptyState compact title={t('camera.empty')}>
          {emptyBody}
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <>
          <div className={css['tools']}>
            <Finder {...finder} onDown={() => list.current?.element()?.focus()} />
            <Button loading={cameras.isFetching} onClick={() => void cameras.refetch()}>
              {t('camera.reload')}
            </Button>
          </div>
          <p className={css['muted']} role="status">
            {t('camera.count', { count: finder.shown.length, of: all.length })}
          </p>
          <div className={css['cameras']} style={{ maxHeight: all.length * rowHeight + 2 }}>
            <VirtualList
              ref={list}
              label={t('camera.title')}
              rows={finder.shown}
              rowKey={cameraKey}
              rowHeight={rowHeight}
              render={(camera) => (
                <CameraRow
                  camera={camera}
                  ours={drafts.oursOf(camera)}
                  isChanged={drafts.isChanged(camera)}
                  isEditing={editing === cameraKey(camera)}
                  onEdit={(isEditing) => setEditing(isEditing ? cameraKey(camera) : undefined)}
                  onChange={(ours) => drafts.set(camera, ours)}
                />
              )}
            />
          </div>
          <SaveDrafts drafts={drafts} />
        </>
      )}
    </section>
  )
}

interface FinderProps extends Omit<ReturnType<typeof useCameraSearch>, 'shown'> {
  /** Goes from the search to the cameras below it. */
  onDown: () => void
}

function Finder({ search, setSearch, which, setWhich, onDown }: FinderProps) {
  const { t } = useTranslation('digitalWatchdog')
  return (
    <>
      <TextInput
        className={css['grow'] ?? ''}
        type="search"
        label={t('camera.search')}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') onDown()
        }}
      />
      <SegmentedControl
        aria-label={t('camera.which')}
        value={which}
        onChange={(value) => setWhich(WHICH.find((one) => one === value) ?? 'all')}
        data={WHICH.map((value) => ({ value, label: t(`camera.${value}`) }))}
      />
    </>
  )
}

/** Saves or discards the changed mappings, and says how many there are. */
function SaveDrafts({ drafts }: { drafts: ReturnType<typeof useCameraDrafts> }) {
  const { t } = useTranslation(['digitalWatchdog', 'common'])
  return (
    <>
      <Failed title={t('err.updateCameras')} error={drafts.error} />
      <div className={css['tools']}>
        <Button
          look="primary"
          disabled={drafts.count === 0}
          loading={drafts.isSaving}
          onClick={() => void drafts.save()}
        >
          {t('common:save')}
        </Button>
        <Button disabled={drafts.count === 0 || drafts.isSaving} onClick={drafts.discard}>
          {t('discard')}
        </Button>
        {drafts.count > 0 && <span className={css['muted']}>{t('changes', { count: drafts.count })}</span>}
      </div>
    </>
  )
}
