import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A certificate that its own holder has signed, for one host. Needs openssl. */
export function certificateFor(host: string): { certificate: string; key: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'satchel-certificate-'))
  try {
    execFileSync(
      'openssl',
      `req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out certificate.pem -subj /CN=${host} -addext subjectAltName=DNS:${host}`.split(
        ' ',
      ),
      { cwd: folder, stdio: 'ignore' },
    )
    const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')
    return { certificate: read('certificate.pem'), key: read('key.pem') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
