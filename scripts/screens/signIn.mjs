/** Password of all demo accounts. */
const PASSWORD = 'satchel-demo'

/**
 * Signs in to the demo world.
 * @param {import('playwright-core').Browser} browser @param {string} address of the server @param {string} account
 * @param {import('playwright-core').BrowserContextOptions} options
 * @returns the state of the browser, for further contexts
 */
export async function signIn(browser, address, account, options) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  const [login, password] = [page.locator('input').nth(0), page.locator('input').nth(1)]
  await login.fill(account)
  await password.fill(PASSWORD)
  await password.press('Enter')
  await page.waitForURL('**/files/frequent')
  const state = await context.storageState()
  await context.close()
  return state
}
