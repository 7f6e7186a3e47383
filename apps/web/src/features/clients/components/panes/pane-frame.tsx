import type { ReactNode } from 'react'
import type { NodeKind, Selection } from '../../model/selection.ts'
import { NodeIcon } from '../tree/node-icon.tsx'
import css from './pane.module.css'

interface PaneFrameProps {
  kind: NodeKind
  title: string
  active?: boolean
  /** Ancestors, from the client down. */
  path?: { name: string; to: Selection }[]
  go?: (to: Selection) => void
  facts?: ReactNode
  actions?: ReactNode
  /** Tabs, which do not scroll. */
  tabs?: ReactNode
  children: ReactNode
}

/** The head of a pane and its scrolling part. */
export function PaneFrame({ kind, title, active, path = [], go, facts, actions, tabs, children }: PaneFrameProps) {
  return (
    <>
      <header className={css['head']}>
        <span className={css['headIcon']}>
          <NodeIcon kind={kind} {...(active === undefined ? {} : { active })} size={20} />
        </span>
        <div className={css['headText']}>
          {path.length > 0 && (
            <div className={css['path']}>
              {path.map((step) => (
                <button key={step.name} type="button" className={css['step']} onClick={() => go?.(step.to)}>
                  {step.name}
                </button>
              ))}
            </div>
          )}
          <h2 className={css['title']} title={title} tabIndex={-1}>
            {title}
          </h2>
          {facts && <div className={css['facts']}>{facts}</div>}
        </div>
        {actions && <div className={css['actions']}>{actions}</div>}
      </header>
      {tabs}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be reachable by keyboard */}
      <section className={css['body']} tabIndex={0} aria-label={title}>
        {children}
      </section>
    </>
  )
}
