import { setPreloaded } from '@/platform/h5/early'
import { takeAnswers } from './pageData'

/* Runs inside the console's page, before the app's code has loaded: passes on the list of people that the page carries. */
for (const [path, answer] of takeAnswers() ?? []) setPreloaded(path, answer)
