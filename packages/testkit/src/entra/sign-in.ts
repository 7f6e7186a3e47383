/**
 * Makes one request as a browser does: sends the stored cookies and a form, if given, and stores the new cookies. Does
 * not follow redirects.
 */
async function step(url: URL, cookies: Map<string, string>, form?: Record<string, string>): Promise<Response> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    cookies.set(name, value)
  }
  return response
}

/**
 * Signs in at the directories of `createEntra`, like a person in a browser without a session.
 * @returns the address to which the provider redirects the browser
 * @throws Error when the provider shows an error page
 */
export async function signIn(authorizationUrl: string, login: string): Promise<URL> {
  const { origin } = new URL(authorizationUrl)
  const cookies = new Map<string, string>()
  let url = new URL(authorizationUrl)
  let response = await step(url, cookies)
  for (let turns = 0; turns < 10; turns++) {
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      if (url.origin !== origin) return url
      // oxlint-disable-next-line no-await-in-loop -- each page follows from the page before
      response = await step(url, cookies)
      continue
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    const page = await response.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1]
    if (action === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 500)}`)
    url = new URL(action.replaceAll('&amp;', '&'), url)
    // oxlint-disable-next-line no-await-in-loop -- as above
    response = await step(url, cookies, { prompt: 'login', login, password: 'x' })
  }
  throw new Error('the provider sends in circles')
}
