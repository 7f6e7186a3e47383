import type { Client } from 'pg'

/** The size of a company. */
export interface TreeSize {
  company: string
  projects: number
  sites: number
  views: number
}

/** SQL for the id of a node of the seeded tree, the same in every run. It is a valid UUID: the product's replies refuse any other. */
export const nodeId = (company: string, kind: 'project' | 'site' | 'view', number: number | string): string =>
  `overlay(overlay(md5('${company} ${kind} ' || ${number}) placing '7' from 13) placing '8' from 17)::uuid`

/**
 * A company with its tree. View n is at site n mod sites, and site n is below client n mod projects. Views of low numbers get the most
 * alarms. They are thus spread over many sites, as noisy cameras are.
 */
export async function seedTree(client: Client, { company, projects, sites, views }: TreeSize): Promise<void> {
  const id = (kind: 'project' | 'site' | 'view', number: string) => nodeId(company, kind, number)
  await client.query(`
    insert into company (id, name) values ('${company}', 'Bench ${company.slice(-1)}');
    insert into project (id, company_id, name)
      select ${id('project', 'n')}, '${company}', 'Client ' || n from generate_series(1, ${projects}) n;
    insert into site (id, company_id, project_id, name)
      select ${id('site', 'n')}, '${company}', ${id('project', `(1 + n % ${projects})`)}, 'Site ' || n
      from generate_series(1, ${sites}) n;
    insert into view (id, company_id, project_id, site_id, name, address_token)
      select ${id('view', 'n')}, '${company}', s.project_id, s.id, 'Camera ' || n, md5('${company} address ' || n)
      from generate_series(1, ${views}) n join site s on s.id = ${id('site', `(1 + n % ${sites})`)};`)
}
