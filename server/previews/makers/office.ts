import { lstat, mkdir, readdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NoPreview } from '../converters/task'
import type { RunOptions } from '../converters/Converters'
import { giveToConverters } from '../sandbox/account'
import { runLimited } from '../sandbox/limited'
import { writeFonts } from './officeFonts'
import { findCommand } from '../sandbox/findSandbox'
import type { Sandbox } from '../sandbox/sandbox'

/** ms per run */
export const OFFICE_LIMIT = 120_000
/** KiB of address space */
const MEMORY = 4 * 1024 * 1024
/** seconds of processor time */
const PROCESSOR_TIME = 180
/** bytes */
const OUTPUT = 2 * 1024 ** 3
const USUAL_PLACES = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/snap/bin/libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
]

/** LibreOffice's command and its sandbox. */
export interface Office {
  soffice: string
  sandbox: Sandbox | null
  /** ms per run */
  limit: number
}

/** LibreOffice exited with success and made nothing. It could not read the document; or the machine was busy, and a second run may succeed. */
export class MadeNothing extends NoPreview {
  constructor() {
    super('failure', 'LibreOffice made nothing of it')
  }
}

/** The path of LibreOffice's command; null when it is not installed. */
export function findOffice(path?: string): Promise<string | null> {
  return findCommand('soffice', USUAL_PLACES, path)
}

/** Converts an office document to PDF, as `convertOffice` does. */
export function officeToPdf(
  office: Office,
  input: string,
  folder: string,
  options: Omit<RunOptions, 'limit'>,
): Promise<string> {
  return convertOffice(office, input, folder, 'pdf', options)
}

/**
 * Converts an office document. Each run has a profile of its own, so that runs do not collide. The document cannot run macros. In a sandbox
 * the document's references to files lead nowhere; without a sandbox LibreOffice would follow them. Throws NoPreview failure, MadeNothing, TookTooLong.
 * The whole process group has ended afterwards.
 * @param folder a working folder only for this run, which contains the input
 * @returns the path of the result in the folder
 */
export async function convertOffice(
  { soffice, sandbox, limit }: Office,
  input: string,
  folder: string,
  to: 'pdf' | 'docx',
  options: Omit<RunOptions, 'limit'>,
): Promise<string> {
  const out = join(folder, 'out')
  await mkdir(out)
  const { profile, written } = await writeProfile(folder, soffice)
  const fonts = await writeFonts(folder)
  await giveToConverters([folder, input, ...written, out, ...fonts])
  await runLimited(
    soffice,
    [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--headless',
      '--norestore',
      '--nologo',
      '--nodefault',
      '--nolockcheck',
      '--convert-to',
      to,
      '--outdir',
      out,
      input,
    ],
    folder,
    {
      ...options,
      limit,
      memory: MEMORY,
      processorTime: PROCESSOR_TIME,
      output: OUTPUT,
      sandbox,
      withFonts: true,
      environment: {
        LANG: 'zh_CN.UTF-8',
        FONTCONFIG_FILE: fonts[0]!,
        SAL_USE_VCLPLUGIN: 'svp',
        http_proxy: 'http://127.0.0.1:9',
        https_proxy: 'http://127.0.0.1:9',
      },
    },
  )
  const [made] = await readdir(out)
  if (made === undefined) throw new MadeNothing()
  // A link may have replaced the folder meanwhile.
  if (!(await lstat(out)).isDirectory()) throw new NoPreview('failure', 'what LibreOffice made lies elsewhere')
  const result = join(folder, `office.${to}`)
  await rename(join(out, made), result)
  return result
}

/**
 * Writes a profile. LibreOffice gathers its extensions for each new profile, and starts once more if their build is not named.
 * @returns the profile, and all that was written, folders first
 */
async function writeProfile(folder: string, soffice: string) {
  const profile = join(folder, 'profile')
  const user = join(profile, 'user')
  const extensions = join(user, 'extensions')
  await mkdir(extensions, { recursive: true })
  const written = [profile, user, extensions, join(user, 'registrymodifications.xcu'), join(extensions, 'buildid')]
  await writeFile(written[3]!, settings)
  await writeFile(written[4]!, await buildOf(soffice))
  return { profile, written }
}

/** The build that LibreOffice names in its version file; '' without one, which costs a second start. */
async function buildOf(soffice: string): Promise<string> {
  const version = join(dirname(await realpath(soffice)), 'versionrc')
  const lines = await readFile(version, 'utf8').catch(() => '')
  return /^buildid=(.*)$/m.exec(lines)?.[1] ?? ''
}

function setting(path: string, name: string, value: string): string {
  return `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`
}

const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  setting('/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'),
  setting('/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'),
  setting('/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'),
  setting('/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'),
  setting('/org.openoffice.Office.Writer/Content/Update', 'Link', '2'),
  setting('/org.openoffice.Office.Calc/Content/Update', 'Link', '2'),
  // Otherwise each run begins with tests of drawing, which fill a gigabyte of pictures. They belong to the first start of a newer version.
  setting('/org.openoffice.Setup/Product', 'ooSetupLastVersion', '99.9'),
  setting('/org.openoffice.Inet/Settings', 'ooInetProxyType', '2'),
  setting('/org.openoffice.Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'),
  setting('/org.openoffice.Inet/Settings', 'ooInetHTTPProxyPort', '9'),
  setting('/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'),
  setting('/org.openoffice.Inet/Settings', 'ooInetHTTPSProxyPort', '9'),
].join('\n')}
</oor:items>`
