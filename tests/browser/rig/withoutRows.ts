import type { Page } from 'playwright-core'

/** From now on pages lack the rows of their first list and request them, so that a test can answer. */
export async function withoutRows(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => /^(\/h5)?\/files\//.test(pathname),
    async (route) => {
      const response = await route.fetch()
      const rows = /(id="first"[^>]*>).*?(?=<\/script>)/s
      await route.fulfill({ response, body: (await response.text()).replace(rows, '$1') })
    },
  )
}
