import { Checkbox } from '@mantine/core'
import type { RecorderChannel } from '@winnow/contract'
import { IconCheck, IconPlugConnected, IconPlugConnectedX, IconQuestionMark } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from './recorder.module.css'

const stateOf = ({ isOnline }: RecorderChannel) => (isOnline === null ? 'unknown' : isOnline ? 'online' : 'offline')

const ICONS = { online: IconPlugConnected, offline: IconPlugConnectedX, unknown: IconQuestionMark } as const

interface ChannelRowProps {
  row: RecorderChannel
  /** Whether this is the row in the order of Tab. */
  isActive: boolean
  isChosen: boolean
  onChoose: (channel: string, isChosen: boolean, withShift: boolean) => void
  onFocus: (channel: string) => void
}

/** A channel to choose, or the link to the camera that the site has for it. */
export function ChannelRow({ row, isActive, isChosen, onChoose, onFocus }: ChannelRowProps) {
  const { t } = useTranslation('clients')
  const { channel, name, viewId, viewName } = row
  const state = stateOf(row)
  const inOrder = { 'data-channel': channel, tabIndex: isActive ? 0 : -1, onFocus: () => onFocus(channel) }
  const text = (more?: ReactNode) => (
    <>
      <span className={css['number']}>{channel}</span>
      <span className={css['text']}>
        <span className="wn-truncate" title={name}>
          {name}
        </span>
        <small className={css['state']} data-state={state}>
          <State state={state} />
          {more}
        </small>
      </span>
    </>
  )
  if (viewId !== null)
    return (
      <div className={css['row']} data-there>
        <IconCheck size={16} aria-hidden="true" />
        {text(
          <span className="wn-truncate">
            {t('recorder.there')}{' '}
            <Link to="/cams/clients/u" search={{ cam: viewId }} title={viewName ?? name} {...inOrder}>
              {viewName ?? name}
            </Link>
          </span>,
        )}
      </div>
    )
  return (
    <label className={css['row']}>
      <Checkbox
        size="xs"
        aria-label={`${t('recorder.channel', { channel, name })}, ${t(`recorder.state.${state}`)}`}
        checked={isChosen}
        onChange={({ currentTarget: { checked }, nativeEvent }) =>
          onChoose(channel, checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        {...inOrder}
      />
      {text()}
    </label>
  )
}

/** Whether a channel has a picture, as an icon and a word. */
function State({ state }: { state: keyof typeof ICONS }) {
  const { t } = useTranslation('clients')
  const Icon = ICONS[state]
  return (
    <span className={css['stateWord']}>
      <Icon size={14} stroke={1.6} aria-hidden="true" />
      {t(`recorder.state.${state}`)}
    </span>
  )
}
