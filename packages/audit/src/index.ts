export { type Audit, type AuditEvent, createAudit } from './create-audit.ts';
