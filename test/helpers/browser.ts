// A real Chromium for the viewer's tests: the one that is installed, else Debian's where it may be installed.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser() ?? installBrowser();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
}

function findBrowser(): string | null {
  return [process.env['C_MEM_CHROMIUM'] ?? '', ...PLACES].find((place) => place !== '' && existsSync(place)) ?? null;
}

function installBrowser(): string {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env, stdio: 'ignore' });
    const found = findBrowser();
    if (found) return found;
  }
  throw new Error('There is no Chromium: install one (apt-get install chromium), or name it in C_MEM_CHROMIUM.');
}
