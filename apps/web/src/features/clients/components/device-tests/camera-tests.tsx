import { connectOnvif, discoverRtsp, type ReplyOf } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { NumberField } from '../../../../ui/number-field.tsx'
import { CopyValue } from '../copy-value.tsx'
import paneCss from '../panes/pane.module.css'
import { type AddressDraft, AddressFields, type LoginDraft, LoginFields, loginOf, portOf } from './address-fields.tsx'
import css from './device-tests.module.css'
import { httpBodyOf, httpDraft, type HttpDraft, HttpFields, usePathRule } from './http-fields.tsx'
import { TestResult } from './test-result.tsx'

interface RtspDraft extends AddressDraft, LoginDraft {
  channel: number | null
}

/** Finds the streams of a camera at the paths of known makes. */
export function StreamSearch({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const search = useOperation(discoverRtsp, { inlineErrors: true })
  const form = useSchemaForm<RtspDraft, typeof discoverRtsp>({
    initial: { host: '', port: 554, channel: 1, username: '', password: '' },
    operation: discoverRtsp,
    isGuarded: false,
    toBody: (draft) => ({
      siteId,
      host: draft.host,
      port: portOf(draft),
      channel: draft.channel ?? Number.NaN,
      ...loginOf(draft),
    }),
    submit: (body) => search.mutateAsync({ body }),
  })
  const streams = search.data?.streams ?? []
  return (
    <Form form={form}>
      <AddressFields form={form} label={t('field.host')} />
      <NumberField
        size="xs"
        label={t('field.channel')}
        description={t('field.channelHint')}
        hideControls
        allowDecimal={false}
        {...form.field('channel')}
        value={form.values.channel ?? ''}
        onChange={(next) => form.set('channel', typeof next === 'number' ? next : null)}
      />
      <LoginFields form={form} />
      <TestResult reply={search.data} success={t('works.streams', { count: streams.length })} />
      <Streams streams={streams.map(({ make, ...stream }) => ({ ...stream, name: make }))} />
      <FormEnd form={form} submit={t('search')} closes />
    </Form>
  )
}

/** Asks an ONVIF device what it is and which streams it has. */
export function OnvifTest({ siteId }: { siteId: string }) {
  const { t } = useTranslation('deviceTests')
  const pathRule = usePathRule()
  const connect = useOperation(connectOnvif, { inlineErrors: true })
  const form = useSchemaForm<HttpDraft, typeof connectOnvif>({
    initial: httpDraft('/onvif/device_service'),
    operation: connectOnvif,
    isGuarded: false,
    toBody: (draft) => httpBodyOf(siteId, draft),
    rules: pathRule,
    submit: (body) => connect.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <HttpFields form={form} />
      <TestResult
        reply={connect.data}
        success={t('works.onvif', {
          device: [connect.data?.device?.manufacturer, connect.data?.device?.model].filter(Boolean).join(' '),
        })}
      />
      {connect.data?.ptz && <p className={css['hint']}>{t('ptz')}</p>}
      <Streams streams={connect.data?.streams ?? []} />
      <FormEnd form={form} submit={t('connect')} closes />
    </Form>
  )
}

type Stream = ReplyOf<typeof connectOnvif>['streams'][number]

/** The streams that were found, to be copied. */
function Streams({ streams }: { streams: readonly Stream[] }) {
  const { t } = useTranslation('deviceTests')
  if (streams.length === 0) return null
  return (
    <dl className={`${paneCss['values']} ${css['stacked']}`} aria-label={t('streams')}>
      {streams.map(({ url, name, codec, width, height }, index) => {
        const size = width !== null && height !== null ? `${width} × ${height}` : null
        const facts = [name || t('stream', { number: index + 1 }), codec, size].filter(Boolean).join(' · ')
        return (
          <CopyValue
            // Two profiles may have the same address.
            // oxlint-disable-next-line no-array-index-key -- the list never changes its order
            key={index}
            label={facts}
            value={url}
          />
        )
      })}
    </dl>
  )
}
