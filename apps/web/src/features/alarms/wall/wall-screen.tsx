import { IconArrowsMaximize, IconArrowsMinimize, IconLayoutGrid, IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommands } from '../../../lib/commands/use-commands.ts'
import { useFreshness } from '../../../lib/connection/freshness.ts'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageLayout } from '../../../ui/page-layout.tsx'
import type { AlarmsSearch } from '../alarms-search.ts'
import { VERDICT_FILTERS_IN_ORDER } from '../components/filters/verdict-order.ts'
import { PlaceFilter } from '../components/filters/place-filter.tsx'
import { type AlarmFilters, filtersKey, readFilters, writeFilters } from '../model/alarm-filters.ts'
import { useWall } from './use-wall.ts'
import css from './wall.module.css'
import { WallTile } from './wall-tile.tsx'
import { layoutOf } from './wall-slots.ts'

/** The wall moves by a few pixels this often, so that no edge stays on the same pixels of the screen for days. */
const SHIFT_EVERY_MS = 90_000
const SHIFTS = [0, 1, 2, 3, 2, 1, 0, -1, -2, -3, -2, -1] as const

/** The size of an element, followed as it changes. */
function useSize() {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}

function useShift(): number {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setStep((now) => (now + 1) % SHIFTS.length), SHIFT_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return SHIFTS[step] ?? 0
}

function useFullScreen(element: { current: HTMLElement | null }) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen?.())
  return { isFull, toggle, isPossible: document.fullscreenEnabled }
}

/** Moves the focus between the tiles by arrow keys. */
function useArrows(area: { current: HTMLElement | null }, columns: number) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const tiles = [...(area.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
    const at = tiles.findIndex((tile) => tile === document.activeElement)
    const to = tiles[at + by]
    if (at < 0 || !to) return
    event.preventDefault()
    to.focus()
  })
  useEffect(() => {
    const element = area.current
    const listen = (event: KeyboardEvent) => onKey(event)
    element?.addEventListener('keydown', listen)
    return () => element?.removeEventListener('keydown', listen)
  }, [area])
}

/** Whether the wall is up to date. A wall that hears nothing says so over the whole width. */
function Freshness({ asOf }: { asOf: Date | null }) {
  const { t } = useTranslation('review')
  const formats = useFormats()
  const freshness = useFreshness()
  const isLive = freshness === 'live'
  return (
    <span className={css['fresh']} role="status" data-live={isLive || undefined}>
      {isLive ? (
        <>
          <span className={css['dot']} aria-hidden="true" />
          {t('wall.live')}
        </>
      ) : (
        <>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          {t(freshness === 'catching-up' ? 'wall.catching-up' : 'wall.lost')}
          {asOf && ` (${t('wall.asOf')} ${formats.time(asOf, formats.zone)} ${formats.zoneName(asOf, formats.zone)})`}
        </>
      )}
    </span>
  )
}

interface WallBarProps {
  /** The number of tiles, if the screen has room for no more; then other cameras may have alarms too. */
  most: number | undefined
  filters: AlarmFilters
  asOf: Date | null
  full: ReturnType<typeof useFullScreen>
  onChange: (filters: AlarmFilters) => void
}

/** What the wall shows, whether it is up to date, and the button for the full screen. */
function WallBar({ most, filters, asOf, full, onChange }: WallBarProps) {
  const { t } = useTranslation(['review', 'common'])
  const formats = useFormats()
  const toggle = (verdict: (typeof VERDICT_FILTERS_IN_ORDER)[number]) =>
    onChange({
      ...filters,
      verdicts: filters.verdicts.includes(verdict)
        ? filters.verdicts.filter((other) => other !== verdict)
        : [...filters.verdicts, verdict],
    })
  return (
    <div className={css['bar']}>
      <div className={css['filters']}>
        <PlaceFilter filters={filters} onChange={onChange} />
        <div className={css['verdicts']} role="group" aria-label={t('wall.verdict')}>
          {VERDICT_FILTERS_IN_ORDER.map((verdict) => (
            <button
              key={verdict}
              type="button"
              className={css['chip']}
              aria-pressed={filters.verdicts.includes(verdict)}
              onClick={() => toggle(verdict)}
            >
              {t(`common:verdict.${verdict}`)}
            </button>
          ))}
        </div>
      </div>
      {most !== undefined && <span className={css['zone']}>{t('wall.newest', { n: formats.number(most) })}</span>}
      <span className={css['zone']}>{t('common:zone', { zone: formats.zone })}</span>
      <Freshness asOf={asOf} />
      {full.isPossible && (
        <IconButton
          label={t(full.isFull ? 'wall.leaveFullScreen' : 'wall.fullScreen')}
          keys={['W']}
          onClick={full.toggle}
        >
          {full.isFull ? <IconArrowsMinimize size={18} /> : <IconArrowsMaximize size={18} />}
        </IconButton>
      )}
    </div>
  )
}

interface WallScreenProps {
  search: AlarmsSearch
  onSearch: (search: AlarmsSearch) => void
}

/** The last alarms of all cameras, for a large screen. */
export function WallScreen({ search, onSearch }: WallScreenProps) {
  const { t } = useTranslation('review')
  const filters = useMemo(() => readFilters(search), [search])
  const screen = useRef<HTMLDivElement>(null)
  const { ref, width, height } = useSize()
  const { columns, capacity } = layoutOf(width, height)
  const wall = useWall(filters, filtersKey(filters), capacity)
  const shift = useShift()
  const full = useFullScreen(screen)
  useArrows(ref, columns)
  const isSmall = capacity > 24 || width / columns <= 340
  useCommands('wall', [
    {
      id: 'wall.full-screen',
      name: 'review:command.fullScreen',
      section: 'shell:section.alarms',
      keys: ['W'],
      when: () => full.isPossible,
      run: full.toggle,
    },
  ])
  return (
    <PageLayout title={t('wall.title')} variant="flush" hideHeader>
      <div ref={screen} className={css['screen']} data-full={full.isFull || undefined}>
        <WallBar
          most={wall.slots.length > 0 && wall.slots.length >= capacity ? capacity : undefined}
          filters={filters}
          asOf={wall.asOf}
          full={full}
          onChange={(next) => onSearch(writeFilters(next))}
        />
        <div ref={ref} className={css['area']}>
          {wall.phase === 'failed' && <ErrorState error={wall.error} onRetry={wall.reload} />}
          {wall.phase === 'ready' && wall.slots.length === 0 && (
            <EmptyState icon={<IconLayoutGrid size={32} stroke={1.5} />} title={t('wall.emptyTitle')}>
              <p>{t('wall.emptyBody')}</p>
            </EmptyState>
          )}
          <ul
            className={css['grid']}
            aria-label={t('wall.label')}
            style={{
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translate(${shift}px, ${-shift}px)`,
            }}
          >
            {wall.slots.map((row, place) => (
              // A tile belongs to its place: it is replaced in place, and never moves.
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <li key={place}>
                <WallTile row={row} isSmall={isSmall} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </PageLayout>
  )
}
