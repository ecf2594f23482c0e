// Builds the extension to a .vsix, which is a ZIP file: `npm run build:vscode`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const out = join(here, 'dist');
mkdirSync(out, { recursive: true });
await build({
  entryPoints: [join(here, 'src', 'extension.ts')],
  outfile: join(out, 'extension.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  external: ['vscode'],
  logLevel: 'warning',
});

const TYPES = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".cjs" ContentType="application/javascript"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>`;
const { name, publisher, version, displayName, description, engines, categories } = manifest;
const VSIX = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata><Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/><DisplayName>${displayName}</DisplayName><Description xml:space="preserve">${description}</Description><Categories>${categories.join(',')}</Categories><Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/></Properties></Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation><Dependencies/>
<Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>`;
const files = {
  '[Content_Types].xml': TYPES,
  'extension.vsixmanifest': VSIX,
  'extension/package.json': readFileSync(join(here, 'package.json')),
  'extension/README.md': readFileSync(join(here, 'README.md')),
  'extension/LICENSE.md': readFileSync(join(root, 'LICENSE')),
  'extension/dist/extension.cjs': readFileSync(join(out, 'extension.cjs')),
};
const file = join(out, `c-mem-${version}.vsix`);
writeFileSync(file, zip(files));
console.log(file);

/** A ZIP file with these entries, deflated; all times are the first that the format knows. */
function zip(entries) {
  const bodies = [];
  const directory = [];
  let offset = 0;
  for (const [path, content] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt16LE(0x21, 8);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(Buffer.byteLength(path), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(path), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, tail, Buffer.from(path)]));
    bodies.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
}
