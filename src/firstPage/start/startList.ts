import { requestEarly, setPreloaded } from '@/platform/h5/early'
import { textScaleNow } from '@/platform/h5/window'
import { FIRST_ROWS, paint, type Drawing } from '../paint/paint'
import { drawRows, type Answer } from '../paint/paintRows'
import { boot, forgetOthers, takeFirstCall } from './pageData'

/*
 * Runs inside the page of a list, before the app's code has loaded: fetches the app's first call, or takes the answer from the page,
 * and draws its screen. The script is the same on every page, so that the content security policy can allow it by its hash.
 */
const first = takeFirstCall()
const shell = document.getElementById('shell')!

if (boot) forgetOthers(boot)
if (boot && first) {
  const { space, path, text } = first
  const answer = text === null ? null : (JSON.parse(text) as Answer)
  if (answer) setPreloaded(path, answer)
  else requestEarly(path, boot.base_info.csrf_token)
  // The list that a service worker's page has drawn stays until the rows arrive.
  if (answer || !shell.firstChild) paint(answer && drawing(space, answer))
}

function drawing(space: string, answer: Answer): Drawing | null {
  const textScale = textScaleNow()
  const said = document.getElementById('row-words')!
  said.remove()
  const words = JSON.parse(said.textContent!) as object[]
  const drawn = drawRows(space, answer, words, textScale, FIRST_ROWS)
  return drawn && { ...drawn, style: textScale === 1 ? '' : `--text-scale:${textScale}` }
}
