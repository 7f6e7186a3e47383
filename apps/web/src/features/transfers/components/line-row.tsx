import type { ImportLine } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useLineWords } from '../model/line-words.ts'
import { OutcomeIcon } from './outcome-icon.tsx'
import css from './transfers.module.css'

/** One line of an import: its number, what happens to it, what it names, and the details or problems. */
export function LineRow({
  line,
  onProblems,
}: {
  line: ImportLine | undefined
  onProblems: (line: ImportLine) => void
}) {
  const { t } = useTranslation('transfers')
  const { number } = useFormats()
  const words = useLineWords()
  if (!line)
    return (
      <div className={css['line']}>
        <Skeleton width={40} height={12} />
      </div>
    )
  const outcome = line.result === 'failed' ? 'failed' : line.action
  const details = words.details(line)
  return (
    <div className={css['line']} data-outcome={outcome}>
      <span className={css['number']}>
        <span className="wn-visually-hidden">{t('line.number')} </span>
        {number(line.line)}
      </span>
      <span className={css['what']}>
        <OutcomeIcon outcome={line.result === 'done' ? 'done' : outcome} />
        {t(line.result === 'done' ? `done.${line.action}` : `outcome.${outcome}`)}
      </span>
      <Name line={line} kind="client" />
      <Name line={line} kind="site" />
      <Name line={line} kind="camera" />
      {line.problems.length > 0 ? (
        <button
          type="button"
          className={`${css['details']} ${css['problems']}`}
          title={details}
          onClick={() => onProblems(line)}
        >
          {details}
        </button>
      ) : (
        <span className={css['details']} title={details}>
          {details}
        </span>
      )}
    </div>
  )
}

/** The name of a client, site or camera; a link, if the line is about it and it exists. */
function Name({ line, kind }: { line: ImportLine; kind: 'client' | 'site' | 'camera' }) {
  const name = line[kind]
  return (
    <span className={css['name']} data-kind={kind} title={name}>
      {line.node?.kind === kind ? <NodeLink node={line.node}>{name}</NodeLink> : name}
    </span>
  )
}

function NodeLink({ node: { kind, id }, children }: { node: NonNullable<ImportLine['node']>; children: ReactNode }) {
  if (kind === 'client')
    return (
      <Link to="/cams/clients" search={{ project: id }}>
        {children}
      </Link>
    )
  return (
    <Link to="/cams/clients/u" search={kind === 'site' ? { site: id } : { cam: id }}>
      {children}
    </Link>
  )
}
