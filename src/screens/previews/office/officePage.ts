import { createBar } from '../pdf/pdfBar'
import { isBroken, openPdf } from '../pdf/pdf'

/*
 * The page of the office frame (PREV-10): draws the PDF rendition that the server names in it, and reports to its parent, which has the
 * same origin, whether it is visible. The build puts it into office.html.
 */
const { address, name } = JSON.parse(document.getElementById('office')!.textContent!) as {
  address: string
  name: string
}
const box = document.querySelector<HTMLElement>('.pdf')!
const place = document.querySelector<HTMLElement>('.pdf-bar')!
const bar = createBar((isShown) => void place.classList.toggle('pdf-bar-shown', isShown))

document.title = name

function tell(word: { success: true } | { fail: string }) {
  window.parent.postMessage(word, location.origin)
}

openPdf(address, box, {
  loaded: () => undefined,
  // The rendition of an office document has no password.
  locked: () => tell({ fail: 'unknown' }),
  turned(page, total) {
    place.textContent = `${page} / ${total}`
    bar.show()
  },
  tapped: bar.show,
}).shown.then(
  () => tell({ success: true }),
  (error) => tell({ fail: isBroken(error) ? 'unknown' : 'network_error' }),
)
