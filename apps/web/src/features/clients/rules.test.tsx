import {
  advancedRuleFields,
  createAdvancedRule,
  deleteAdvancedRule,
  listAdvancedRules,
  listWatchLists,
  updateAdvancedRule,
} from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { buildWatchList } from '../watch-lists/testing/build-watch-list.ts'
import { treeUser } from './testing/clients-server.ts'
import { viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'
import { buildRule, readyKinds, ruleId, rulesServer, ruleUser } from './testing/rules-server.ts'

vi.setConfig({ testTimeout: 120_000 })

async function openRules(server = rulesServer()) {
  const opened = await openClients(`/cams/clients/u?cam=${viewId(1)}&tab=rules`, server)
  const panel = within(await screen.findByRole('tabpanel', { name: 'Rules' }))
  return { ...opened, panel }
}

/** Draws a triangle on the stage of a dialog. jsdom has no layout: the stage is 1000 by 500. */
async function drawZone(pointer: Awaited<ReturnType<typeof openRules>>['pointer']) {
  const stage = await screen.findByRole('application')
  stage.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 500)
  await pointer.click(screen.getByRole('button', { name: 'Draw an area' }))
  for (const [clientX, clientY] of [
    [100, 50],
    [500, 50],
    [100, 250],
  ] as const)
    fireEvent.pointerDown(stage, { button: 0, clientX, clientY })
  await pointer.click(screen.getByRole('button', { name: 'First corner: close the area' }))
  return stage
}

test('a count rule with a drawn and named zone is created · RULES-001 RULES-002', async () => {
  const { pointer, panel, server } = await openRules()
  expect(await panel.findByText('This camera has no rules')).toBeDefined()
  await pointer.click(panel.getByRole('button', { name: 'New rule' }))
  await pointer.click(await screen.findByRole('button', { name: /^Count/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule: Count' }))
  const stage = await drawZone(pointer)
  expect(dialog.getByText(/A thing is in a zone when the middle of the lower edge of its box is/)).toBeDefined()
  const zone = dialog.getByRole('textbox', { name: 'Name of zone 1' })
  expect(zone).toHaveProperty('value', 'Zone 1')
  await pointer.clear(zone)
  await pointer.type(zone, 'Gate')
  expect(within(stage).getByText('Gate')).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Create rule' }))
  expect(await panel.findByRole('button', { name: 'Open the rule Count' })).toBeDefined()
  expect(server.api.callsOf(createAdvancedRule).map(({ body }) => body)).toEqual([
    {
      advancedRule: expect.objectContaining({
        name: 'Count',
        detectionType: 'count',
        detectionMin: 1,
        zones: [
          {
            name: 'Gate',
            points: [
              [0.1, 0.1],
              [0.5, 0.1],
              [0.1, 0.5],
            ],
          },
        ],
      }),
    },
  ])
})

test('a zone that is still being drawn holds the rule back, and Escape ends the drawing, not the dialog', async () => {
  const { pointer, panel } = await openRules()
  await pointer.click(await panel.findByRole('button', { name: 'New rule' }))
  await pointer.click(await screen.findByRole('button', { name: /^Count/ }))
  const stage = await screen.findByRole('application')
  await pointer.click(screen.getByRole('button', { name: 'Draw an area' }))
  expect(await screen.findByText('Close the zone, or cancel its drawing')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Create rule' })).toHaveProperty('disabled', true)
  stage.focus()
  await pointer.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'New rule: Count' })).toBeDefined()
  expect(screen.queryByText('Close the zone, or cancel its drawing')).toBeNull()
  expect(screen.getByRole('button', { name: 'Create rule' })).toHaveProperty('disabled', false)
})

test('a locked kind cannot be chosen, and one without a detector is saved switched off · GATING-001 GATING-002', async () => {
  const kinds = readyKinds().map((kind) =>
    kind.type === 'licence_plate'
      ? { ...kind, state: 'locked' as const, obstacle: 'feature' as const }
      : kind.type === 'ppe'
        ? { ...kind, state: 'needs-detector' as const, obstacle: 'detector' as const, needs: 'ppe' as const }
        : kind,
  )
  const { pointer, panel, server } = await openRules(rulesServer([], { kinds }))
  await pointer.click(await panel.findByRole('button', { name: 'New rule' }))
  const locked = await screen.findByRole('button', { name: /^Licence plate.*Your company has not unlocked this/ })
  expect(locked).toHaveProperty('disabled', true)
  await pointer.click(screen.getByRole('button', { name: /^Protective equipment.*Needs a detector/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New rule: Protective equipment' }))
  expect(dialog.getByText(/No detector in use sees this: protective equipment/)).toBeDefined()
  expect(dialog.getByRole('switch', { name: /^The rule is on/ })).toHaveProperty('disabled', true)
  await pointer.click(dialog.getByRole('button', { name: 'Create rule' }))
  await waitFor(() => expect(server.api.callsOf(createAdvancedRule)).toHaveLength(1))
  expect(server.api.callsOf(createAdvancedRule)[0]?.body.advancedRule).toMatchObject({
    active: false,
    meta: { items: ['helmet'] },
  })
})

test('switching a rule on that needs a detector says why, and leads whoever may add one to the detectors · GATING-002', async () => {
  const rule = buildRule(1, {
    name: 'Helmets',
    active: false,
    state: 'needs-detector',
    obstacle: 'detector',
    needs: 'ppe',
  })
  const { pointer, panel } = await openRules(rulesServer([rule], { user: ruleUser('detectors.manage') }))
  expect(await panel.findByText('Needs a detector')).toBeDefined()
  await pointer.click(panel.getByRole('switch', { name: 'Rule Helmets is on' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'This rule cannot be switched on yet' }))
  expect(dialog.getByText(/No detector in use sees this: protective equipment/)).toBeDefined()
  expect(dialog.getByRole('link', { name: 'Open Detectors' }).getAttribute('href')).toBe('/provider/detectors')
  expect(panel.getByRole('switch', { name: 'Rule Helmets is on' })).toHaveProperty('checked', false)
})

test('a rule that lost its list after the rules were loaded says why it cannot be switched on', async () => {
  const banned = { name: 'Banned', active: false }
  const { pointer, panel, server } = await openRules(rulesServer([buildRule(1, banned)]))
  const toggle = await panel.findByRole('switch', { name: 'Rule Banned is on' })
  server.api
    .on(updateAdvancedRule, () => failure('RULE_NOT_READY', 'The list was deleted'))
    .on(listAdvancedRules, () => [buildRule(1, { ...banned, state: 'cannot-here', obstacle: 'list-deleted' })])
  await pointer.click(toggle)
  const dialog = within(await screen.findByRole('dialog', { name: 'This rule cannot be switched on yet' }))
  expect(dialog.getByText('Its list was deleted. Choose another one.')).toBeDefined()
  expect(dialog.queryByRole('link')).toBeNull()
})

test('a rule is switched off in the list, with what it says otherwise', async () => {
  const { pointer, panel, server } = await openRules(rulesServer([buildRule(1, { name: 'Gate', detectionMin: 3 })]))
  await pointer.click(await panel.findByRole('switch', { name: 'Rule Gate is on' }))
  await waitFor(() => expect(panel.getByRole('switch', { name: 'Rule Gate is on' })).toHaveProperty('checked', false))
  expect(server.api.callsOf(updateAdvancedRule)[0]).toMatchObject({
    params: { ruleId: ruleId(1) },
    body: { advancedRule: { active: false, name: 'Gate', detectionMin: 3 }, basedOn: { version: 1 } },
  })
})

test('a rule is changed, and closing its dialog with changes asks first', async () => {
  const { pointer, panel, server } = await openRules(rulesServer([buildRule(1, { name: 'Gate' })]))
  await pointer.click(await panel.findByRole('button', { name: 'Open the rule Gate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gate' }))
  const most = await dialog.findByRole('textbox', { name: 'At most' })
  await pointer.type(most, '4')
  await pointer.keyboard('{Escape}')
  await pointer.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await pointer.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.api.callsOf(updateAdvancedRule)[0]?.body.advancedRule).toMatchObject({
    detectionMin: 1,
    detectionMax: 4,
  })
})

test('the timeout offers the hours of the specification, and a deleted rule is gone · RULES-003', async () => {
  const { pointer, panel, server } = await openRules(rulesServer([buildRule(1, { name: 'Gate' })]))
  await pointer.click(await panel.findByRole('button', { name: 'Open the rule Gate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gate' }))
  await pointer.click(await dialog.findByRole('switch', { name: /After a hit, keep further hits/ }))
  await pointer.click(dialog.getByRole('combobox', { name: 'For' }))
  expect(
    within(await screen.findByRole('listbox', { name: 'For', hidden: true }))
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual([
    '50 minutes',
    '1 hour',
    ...[2, 3, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24].map((hours) => `${hours} hours`),
  ])
  await pointer.click(screen.getByRole('option', { name: '2 hours', hidden: true }))
  await pointer.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await pointer.click(panel.getByRole('button', { name: 'Delete the rule Gate' }))
  await pointer.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  expect(await panel.findByText('This camera has no rules')).toBeDefined()
  expect(server.api.callsOf(deleteAdvancedRule)).toHaveLength(1)
})

test('whoever may not change rules sees them with a lock', async () => {
  const { pointer, panel } = await openRules(rulesServer([buildRule(1, { name: 'Gate' })], { user: treeUser() }))
  expect(await panel.findByText('Your account may not change rules')).toBeDefined()
  expect(panel.getByRole('switch', { name: 'Rule Gate is on' })).toHaveProperty('disabled', true)
  expect(panel.queryByRole('button', { name: 'New rule' })).toBeNull()
  expect(panel.queryByRole('button', { name: 'Delete the rule Gate' })).toBeNull()
  await pointer.click(panel.getByRole('button', { name: 'Open the rule Gate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Gate' }))
  expect((await dialog.findByRole('textbox', { name: 'Name' })).matches(':disabled')).toBe(true)
  expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Draw an area' })).toBeNull()
})

test('each kind has its own fields, and what they send is a rule that the server takes · RULES-007 RULES-008 RULES-009 RULES-010', async () => {
  const { pointer, panel, server } = await openRules()
  server.api.on(listWatchLists, () => [buildWatchList()])
  type Form = ReturnType<typeof within>
  const tick = (name: string) => async (form: Form) => pointer.click(form.getByRole('checkbox', { name }))
  const type = (name: string, text: string) => async (form: Form) => {
    const field = form.getByRole('textbox', { name })
    await pointer.clear(field)
    await pointer.type(field, text)
  }
  const kinds: [kind: string, steps: ((form: Form) => Promise<unknown>)[], sent: object][] = [
    ['Crowd forming', [type('At least', '4')], { detectionMin: 4, detectionPeriod: 30 }],
    ['Loitering', [type('Period (seconds)', '20')], { detectionPeriod: 20, objectType: 'person' }],
    ['Licence plate', [], { meta: {} }],
    ['Protective equipment', [tick('Vest')], { meta: { items: ['helmet', 'vest'] } }],
    ['Hazard', [tick('Smoke or fire')], { categories: ['smoke_fire'] }],
    ['Safety compliance', [tick('Person lying down'), tick('Person falling')], { categories: ['lying', 'falling'] }],
    ['Behavioural anomaly', [tick('Crowd'), type('At least', '5')], { categories: ['crowd'], detectionMin: 5 }],
    [
      'Watch list',
      [
        async (form) => pointer.click(form.getByRole('combobox', { name: 'List of plates' })),
        async () => pointer.click(await screen.findByRole('option', { name: 'Banned', hidden: true })),
      ],
      { meta: { listId: buildWatchList().id } },
    ],
  ]
  for (const [index, [kind, steps, sent]] of kinds.entries()) {
    await pointer.click(await panel.findByRole('button', { name: 'New rule' }))
    await pointer.click(await screen.findByRole('button', { name: new RegExp(`^${kind}`) }))
    const form = within(await screen.findByRole('dialog', { name: `New rule: ${kind}` }))
    for (const step of steps) await step(form)
    await pointer.click(form.getByRole('button', { name: 'Create rule' }))
    await waitFor(() => expect(server.api.callsOf(createAdvancedRule)).toHaveLength(index + 1))
    const { advancedRule } = server.api.callsOf(createAdvancedRule)[index]!.body
    expect([kind, advancedRule]).toMatchObject([kind, sent])
    expect([kind, advancedRuleFields.safeParse(advancedRule).error?.issues]).toEqual([kind, undefined])
  }
})
