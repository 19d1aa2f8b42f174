import type { EngineName } from './Driver'

/** The screens that tests cannot open in an engine, by the names of the contact sheet, each with its reason. */
const withoutProtocol: Record<string, string> = {
  'a list on its way': 'the test holds an answer (page.route)',
  'a list that did not come': 'the test answers in place of the server (page.route)',
  'a list without a network': 'WebDriver does not tell a page that the network has ended',
  'a folder that waits for the network, and the list of what waits':
    'WebDriver does not tell a page that the network has ended',
  'a preview on its way': 'the test changes an answer (page.route)',
  'a link without a network': 'the test ends a call (page.route)',
  'the promotion, going on': 'the test sets the clock of the page (page.clock)',
  'the form of the promotion': 'the test sets the clock of the page (page.clock)',
  'the regions of phones': 'the test sets the clock of the page (page.clock)',
  'files for another site': 'the adapter finds nothing in frames of other sites (page.frameLocator)',
  'a place for another site': 'the adapter finds nothing in frames of other sites (page.frameLocator)',
  'an upload for another site': 'the adapter finds nothing in frames of other sites (page.frameLocator)',
  'a preview for another site': 'the adapter finds nothing in frames of other sites (page.frameLocator)',
  'what another site may not open': 'the adapter finds nothing in frames of other sites (page.frameLocator)',
}

export const unreachable: Record<EngineName, Record<string, string>> = {
  webkit: withoutProtocol,
  firefox: withoutProtocol,
}
