import { listTreeSites, type Project } from '@winnow/contract'
import { useQuery } from '@tanstack/react-query'
import { IconBell, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { HistoryLink } from '../../../../ui/history-link.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { nodeQuery } from '../../state/tree-queries.ts'
import { CameraList } from '../cameras/camera-list.tsx'
import { Loaded } from './loaded.tsx'
import { Locked } from './locked.tsx'
import type { PaneProps } from './pane-props.ts'
import { ProjectForm } from './project-form.tsx'
import { PaneFrame } from './pane-frame.tsx'
import css from './pane.module.css'
import { Section } from './section.tsx'

/** The maximum number of displayed sites. Further sites can be found in the tree. */
const SITES_SHOWN = 50

/** A client: its name and its sites. */
export function ProjectPane(props: PaneProps) {
  const query = useQuery({ ...nodeQuery('project', props.id), meta: { errors: 'inline' } })
  return <Loaded query={query}>{(project) => <Content project={project} {...props} />}</Loaded>
}

function Content({ project, go, onDelete }: PaneProps & { project: Project }) {
  const { t } = useTranslation(['clients', 'common'])
  const mayWrite = useMay('node.write') && project.permission === 'write'
  const formats = useFormats()
  const sites = useOperationQuery(
    listTreeSites,
    { params: { id: project.id }, query: { limit: SITES_SHOWN } },
    { quiet: true },
  )
  return (
    <PaneFrame
      kind="project"
      title={project.name}
      facts={`${t('client.sites', { count: project.siteCount })} · ${t('client.cameras', { count: project.viewCount })}`}
      actions={
        <>
          <LinkButton
            to="/cams/alarms/{-$id}"
            params={{}}
            search={{ project: project.id }}
            leftSection={<IconBell size={16} aria-hidden="true" />}
          >
            {t('tree.openAlarms')}
          </LinkButton>
          <HistoryLink subject={{ project: project.id }} />
          {mayWrite && (
            <IconButton
              label={t('client.delete')}
              onClick={() =>
                onDelete({
                  kind: 'project',
                  id: project.id,
                  name: project.name,
                  projectId: project.id,
                  siteId: null,
                })
              }
            >
              <IconTrash size={18} />
            </IconButton>
          )}
        </>
      }
    >
      {!mayWrite && <Locked />}
      <ProjectForm project={project} disabled={!mayWrite} />
      <Section
        title={t('client.sitesTitle')}
        actions={
          mayWrite && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => go({ pane: 'add-site', id: project.id })}
            >
              {t('site.add')}
            </Button>
          )
        }
      >
        <Loaded query={sites} rows={3}>
          {({ rows: list, count }) =>
            list.length === 0 ? (
              <EmptyState compact title={t('client.noSites')}>
                {t('client.noSitesBody')}
              </EmptyState>
            ) : (
              <ul className={css['links']}>
                {list.map((site) => (
                  <li key={site.id}>
                    <button type="button" className={css['link']} onClick={() => go({ pane: 'site', id: site.id })}>
                      <span className="wn-truncate">{site.name}</span>
                      <small>
                        {site.status.active ? t('client.cameras', { count: site.viewCount }) : t('tree.inactive')}
                      </small>
                    </button>
                  </li>
                ))}
                {count > list.length && (
                  <li className={css['more']}>
                    {t('client.moreSites', { shown: formats.number(list.length), count, n: formats.number(count) })}
                  </li>
                )}
              </ul>
            )
          }
        </Loaded>
      </Section>
      {project.viewCount > 0 && (
        <Section title={t('cameras.title')}>
          <div className={css['cameras']}>
            <CameraList place={{ projectId: project.id }} onOpen={({ id }) => go({ pane: 'view', id })} />
          </div>
        </Section>
      )}
    </PaneFrame>
  )
}
