import {
  type BodyOf,
  createMailTemplate,
  deleteMailTemplate,
  listMailTemplates,
  MAIL_TEMPLATE_LIMITS,
  type MailTemplate,
  updateMailTemplate,
} from '@winnow/contract'
import { tryMailTemplate } from '@winnow/intake'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DB } from '../../platform/db/types.generated.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import { newId } from '../../platform/ids.ts'

type Row = Selectable<DB['mail_template']>

const present = (row: Row): MailTemplate => ({
  id: row.id,
  name: row.name,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column's check allows these alone
  system: row.system as MailTemplate['system'],
  subject: row.subject,
  text: row.body,
  exampleSubject: row.example_subject,
  exampleText: row.example_body,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
})

/** The templates of a company, in the order in which mails are tried on them. */
const findTemplates = (tx: Tx, companyId: string): Promise<Row[]> =>
  tx
    .selectFrom('mail_template')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('name_key')
    .orderBy('id')
    .execute()

const columnsOf = (body: BodyOf<typeof createMailTemplate>) => ({
  name: body.name,
  system: body.system,
  subject: body.subject,
  body: body.text,
  example_subject: body.exampleSubject,
  example_body: body.exampleText,
})

/** What the log says of a template. The mail that it was tried on stays out: it names people and places. */
const logged = ({ name, system, subject, body: text }: Pick<Row, 'name' | 'system' | 'subject' | 'body'>) => ({
  name,
  system,
  subject,
  text,
})

/** Lets concurrent changes of a company wait for each other, and refuses a name that is taken. */
async function requireFreeName(tx: Tx, companyId: string, name: string, exceptId?: string): Promise<Row[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 24))`.execute(tx)
  const rows = await findTemplates(tx, companyId)
  if (rows.some((row) => row.id !== exceptId && row.name.toLowerCase() === name.toLowerCase()))
    throw new AppError('NAME_TAKEN', `“${name}” exists already`, {
      fields: [{ field: 'name', message: 'This name is taken' }],
    })
  return rows
}

/** A template is stored only with a mail that it fits: nothing else shows that it was written as it was meant. */
function requireFit(body: BodyOf<typeof createMailTemplate>, now: Date): void {
  const { parsed, match } = tryMailTemplate(body, { subject: body.exampleSubject, text: body.exampleText }, now)
  const [problem] = parsed.ok ? [] : parsed.problems
  const refuse = (field: string, message: string) =>
    new AppError('VALIDATION', message, { fields: [{ field, message }] })
  if (problem) throw refuse(problem.field, `Line ${problem.line}, column ${problem.column}: ${problem.code}`)
  if (match?.matches !== true) throw refuse('exampleText', 'The template does not fit this mail')
}

function registerNew(register: Register): void {
  register.write(createMailTemplate, async ({ tx, actor, companyId, body, now, audit }) => {
    requireFit(body, now)
    const { length } = await requireFreeName(tx, companyId, body.name)
    if (length >= MAIL_TEMPLATE_LIMITS.templates)
      throw new AppError('CAPACITY_REACHED', `A company can have ${MAIL_TEMPLATE_LIMITS.templates} templates`)
    const row = await tx
      .insertInto('mail_template')
      .values({
        id: newId(now.getTime()),
        company_id: companyId,
        ...columnsOf(body),
        changed_at: now,
        changed_by: actor.name,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'mail-template.created',
      objectType: 'company',
      objectId: companyId,
      objectName: body.name,
      after: logged(columnsOf(body)),
    })
    return present(row)
  })
}

export function registerTemplates(register: Register): void {
  register.read(listMailTemplates, async ({ tx, companyId }) => (await findTemplates(tx, companyId)).map(present))
  registerNew(register)

  register.write(updateMailTemplate, async ({ tx, actor, companyId, params, body, now, audit }) => {
    const rows = await requireFreeName(tx, companyId, body.name, params.id)
    const before = rows.find(({ id }) => id === params.id)
    if (!before) throw notFound()
    if (body.basedOn && body.basedOn.version !== before.version)
      throw new AppError('CONFLICT', `${before.changed_by} has changed this template meanwhile`)
    requirePlainLines({ name: before.name }, { name: body.name })
    requireFit(body, now)
    const row = await tx
      .updateTable('mail_template')
      .set({ ...columnsOf(body), version: before.version + 1, changed_at: now, changed_by: actor.name })
      .where('id', '=', params.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit({
      action: 'mail-template.changed',
      objectType: 'company',
      objectId: companyId,
      objectName: body.name,
      before: logged(before),
      after: logged(columnsOf(body)),
    })
    return present(row)
  })

  register.write(deleteMailTemplate, async ({ tx, companyId, params, audit }) => {
    const row = await tx
      .deleteFrom('mail_template')
      .where('id', '=', params.id)
      .where('company_id', '=', companyId)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw notFound()
    await audit({
      action: 'mail-template.deleted',
      objectType: 'company',
      objectId: companyId,
      objectName: row.name,
      before: { name: row.name },
    })
    return { success: true as const }
  })
}
