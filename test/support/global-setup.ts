import { createTemplates } from './database';
import { createTemporaryFolder } from './temporary-folder';

export default async function setUp(): Promise<void> {
  createTemporaryFolder();
  await createTemplates();
}
