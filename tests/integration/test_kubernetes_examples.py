"""The Kubernetes examples pass the schemas and the standard they are for, and name what there is."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml
from kubernetes_validate import ValidationError, validate

from pipelines.definitions import defs
from service.settings import VARIABLES
from tests.support.container_file import stages_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "k8s"
ACL = ROOT / "deploy" / "redis-users.acl"
Document = dict[str, Any]


def manifests() -> list[Document]:
    listed = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["resources"]
    return [document for name in listed for document in yaml.safe_load_all((FOLDER / name).read_text())]


def named(kind: str, name: str) -> Document:
    (found,) = [each for each in manifests() if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    return found


def pod(kind: str, name: str) -> Document:
    found: Document = template_of(named(kind, name))["spec"]
    return found


def template_of(workload: Document) -> Document:
    """The pod template of a workload."""
    spec = workload["spec"]
    found: Document = spec["jobTemplate"]["spec"]["template"] if "jobTemplate" in spec else spec["template"]
    return found


def instance() -> Document:
    found: Document = yaml.safe_load((FOLDER / "dagster.yaml").read_text())
    return found


def test_every_file_is_listed() -> None:
    known = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
    made = [name for each in known["configMapGenerator"] for name in each["files"]]
    assert {*known["resources"], *made, "kustomization.yaml"} == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize(
    "document", manifests(), ids=lambda each: f"{each['kind']} {each['metadata']['name']}"
)
def test_a_manifest_holds_nothing_that_kubernetes_does_not_know(document: Document) -> None:
    validate(document, "1.33", strict=True)


def test_the_schema_refuses_what_kubernetes_does_not_know() -> None:
    service = named("Deployment", "almanac")
    service["spec"]["replica"] = 2
    with pytest.raises(ValidationError, match="replica"):
        validate(service, "1.33", strict=True)


def test_dagster_takes_its_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dagster_k8s import K8sRunLauncher
    from dagster_postgres import DagsterPostgresStorage

    monkeypatch.setenv("DAGSTER_PG_PASSWORD", "secret")
    launcher = instance()["run_launcher"]
    assert (launcher["module"], launcher["class"]) == ("dagster_k8s", "K8sRunLauncher")
    _take(K8sRunLauncher, launcher["config"])
    _take(DagsterPostgresStorage, instance()["storage"]["postgres"])
    elsewhere = {name: part for name, part in instance().items() if name not in ("run_launcher", "storage")}
    (tmp_path / "dagster.yaml").write_text(yaml.safe_dump(elsewhere))
    with dg.DagsterInstance.from_config(str(tmp_path)) as made:
        queue = made.get_concurrency_config().run_queue_config
    assert queue is not None
    assert queue.tag_concurrency_limits[0]["key"] == "dagster/partition"


def test_dagster_would_say_what_is_wrong_with_it(tmp_path: Path) -> None:
    from dagster_k8s import K8sRunLauncher

    wrong = (FOLDER / "dagster.yaml").read_text().replace("max_concurrent_runs", "max_runs")
    (tmp_path / "dagster.yaml").write_text(wrong)
    with pytest.raises(dg.DagsterInvalidConfigError, match="max_runs"):
        dg.DagsterInstance.from_config(str(tmp_path))
    launcher = instance()["run_launcher"]["config"]
    with pytest.raises(dg.DagsterInvalidConfigError, match="job_imagee"):
        _take(K8sRunLauncher, launcher | {"job_imagee": "x"})


def _take(kind: Any, config: Document) -> None:
    @dg.op(config_schema=kind.config_type())
    def configured() -> None: ...

    @dg.job
    def taking() -> None:
        configured()

    dg.validate_run_config(taking, {"ops": {"configured": {"config": config}}})


def test_runs_get_the_volumes_settings_and_rights_the_daemon_has() -> None:
    launcher, daemon = instance()["run_launcher"]["config"], pod("Deployment", "almanac-nights")
    (container,) = daemon["containers"]
    assert launcher["job_image"] == container["image"]
    assert launcher["service_account_name"] == daemon["serviceAccountName"]
    assert launcher["dagster_home"] == container["env"][0]["value"]
    shared = [each for each in container["volumeMounts"] if each["name"] in ("warehouse", "temporary")]
    assert launcher["volume_mounts"] == shared
    assert launcher["env_config_maps"] == ["almanac-nights"]
    assert container["command"] == ["dagster-daemon", "run", "-m", defs_module()]


def defs_module() -> str:
    assert {"nightly", "build_symbol"} <= {job.name for job in defs.resolve_all_job_defs()}
    return "session_almanac.pipelines.definitions"


def test_settings_are_settings_there_are_and_no_secret() -> None:
    given = named("ConfigMap", "almanac-settings")["data"]
    assert set(given) <= set(VARIABLES)
    assert not [name for name in given if re.search("SECRET|KEY|TOKEN|PASSWORD|REDIS_URL", name)]
    assert "127.0.0.1" in given["ALLOWED_HOSTS"].split(",")


def workloads() -> list[Document]:
    return [each for each in manifests() if each["kind"] in ("CronJob", "Deployment", "StatefulSet")]


def containers_of(spec: Document) -> list[Document]:
    return [*spec.get("initContainers", []), *spec["containers"]]


BY_NAME = pytest.mark.parametrize("workload", workloads(), ids=lambda each: str(each["metadata"]["name"]))


@BY_NAME
def test_every_container_is_sealed_and_uses_volumes_there_are(workload: Document) -> None:
    spec = template_of(workload)["spec"]
    claims = [each["metadata"]["name"] for each in workload["spec"].get("volumeClaimTemplates", [])]
    volumes = {*claims, *(each["name"] for each in spec.get("volumes", []))}
    containers = containers_of(spec)
    assert volumes == {mount["name"] for each in containers for mount in each["volumeMounts"]}
    assert all(each["securityContext"]["readOnlyRootFilesystem"] for each in containers)
    assert all("memory" in each["resources"]["limits"] for each in containers)
    empty = [each["emptyDir"] for each in spec.get("volumes", []) if "emptyDir" in each]
    assert all("sizeLimit" in each for each in empty)


VOLUMES = {
    "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected",
    "secret",
}  # fmt: skip


def refused_by_restricted(spec: Document) -> list[str]:
    """What the Pod Security Standard `restricted` refuses in a pod."""
    whole = spec.get("securityContext", {})
    found = [name for name in ("hostNetwork", "hostPID", "hostIPC") if spec.get(name)]
    found += [
        f"volume {each['name']}" for each in spec.get("volumes", []) if not set(each) - {"name"} <= VOLUMES
    ]
    found += ["sysctls"] if whole.get("sysctls") else []
    for each in containers_of(spec):
        own = whole | each.get("securityContext", {})
        dropped = own.get("capabilities", {})
        holds = {
            "privileged": not own.get("privileged"),
            "escalation": own.get("allowPrivilegeEscalation") is False,
            "capabilities": dropped.get("drop") == ["ALL"] and not dropped.get("add"),
            "root": own.get("runAsNonRoot") is True and own.get("runAsUser", 1) != 0,
            "seccomp": own.get("seccompProfile", {}).get("type") in ("RuntimeDefault", "Localhost"),
            "procMount": own.get("procMount", "Default") == "Default",
            "ports": not any("hostPort" in port for port in each.get("ports", [])),
        }
        found += [f"{each['name']}: {name}" for name, is_so in holds.items() if not is_so]
    return found


@BY_NAME
def test_every_pod_passes_the_standard_that_the_namespace_enforces(workload: Document) -> None:
    assert refused_by_restricted(template_of(workload)["spec"]) == []


def test_a_pod_that_dagster_starts_passes_it_too() -> None:
    template = run_pod()
    assert template["metadata"]["labels"]["app"] == "almanac-run"
    assert refused_by_restricted(template["spec"]) == []
    assert all("sizeLimit" in each["emptyDir"] for each in template["spec"]["volumes"] if "emptyDir" in each)


def run_pod() -> Document:
    """The pod template of a run, as the launcher makes it of its configuration."""
    import kubernetes.config
    from dagster_k8s import K8sRunLauncher
    from dagster_k8s.job import construct_dagster_k8s_job
    from kubernetes.client import ApiClient

    with pytest.MonkeyPatch.context() as outside:
        outside.setattr(kubernetes.config, "load_incluster_config", lambda: None)
        launcher = K8sRunLauncher(**instance()["run_launcher"]["config"])
    context = launcher.get_container_context_for_run(dg.DagsterRun(job_name="nightly"))
    config = context.get_k8s_job_config(job_image=None, run_launcher=launcher)
    job = construct_dagster_k8s_job(config, ["dagster"], "run", context.run_k8s_config)
    made: Document = ApiClient().sanitize_for_serialization(job)["spec"]["template"]
    return made


@pytest.mark.parametrize("taken", ["seccompProfile", "runAsNonRoot"])
def test_the_standard_notices_what_is_missing(taken: str) -> None:
    spec = pod("Deployment", "almanac")
    del spec["securityContext"][taken]
    assert refused_by_restricted(spec) != []


def images() -> set[str]:
    """Every image that is named, by the launcher too."""
    named_here = [each["image"] for work in workloads() for each in containers_of(template_of(work)["spec"])]
    return {*named_here, instance()["run_launcher"]["config"]["job_image"]}


def test_images_are_named_by_digest_and_a_gap_is_filled_by_who_installs() -> None:
    """A digest that nobody has filled in is no digest, so no image is pulled by it."""
    docs = (ROOT / "docs" / "scale-out.md").read_text()
    for image in images():
        digest = image.partition("@sha256:")[2]
        assert re.fullmatch(r"[0-9a-f]{64}|REPLACE-WITH-THE-DIGEST-OF-[A-Z0-9-]+", digest), image
        assert not digest.startswith("REPLACE") or digest in docs, f"{digest}: the docs do not say what it is"
    assert len(images()) == 3


def matched(policy: Document, labels: Document) -> bool:
    selector = policy["spec"]["podSelector"]
    fits = all(labels.get(name) == value for name, value in selector.get("matchLabels", {}).items())
    return fits and all(
        labels.get(each["key"]) in each["values"] for each in selector.get("matchExpressions", [])
    )


def test_nothing_talks_but_by_a_policy_and_redis_hears_its_own_alone() -> None:
    policies = [each for each in manifests() if each["kind"] == "NetworkPolicy"]
    closed = named("NetworkPolicy", "almanac-nothing-else")["spec"]
    assert closed == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    labels = [template_of(each)["metadata"]["labels"] for each in workloads()]
    apps = {each["app"] for each in [*labels, run_pod()["metadata"]["labels"]]}
    for app in apps:
        assert [each for each in policies if each["spec"]["podSelector"] and matched(each, {"app": app})], app
    (source,) = named("NetworkPolicy", "almanac-redis")["spec"]["ingress"][0]["from"]
    assert set(source["podSelector"]["matchExpressions"][0]["values"]) == apps - {"almanac-redis"}
    (outside,) = [
        each["ipBlock"]
        for rule in named("NetworkPolicy", "almanac")["spec"]["egress"]
        for each in rule["to"]
        if "ipBlock" in each
    ]
    assert {"10.0.0.0/8", "169.254.0.0/16", "127.0.0.0/8"} <= set(outside["except"])


def test_services_are_spread_and_every_long_runner_is_probed() -> None:
    keys = {each["topologyKey"] for each in pod("Deployment", "almanac")["topologySpreadConstraints"]}
    assert keys == {"kubernetes.io/hostname", "topology.kubernetes.io/zone"}
    for each in workloads():
        if each["kind"] != "CronJob":
            (container,) = template_of(each)["spec"]["containers"]
            assert {"startupProbe", "livenessProbe"} <= container.keys(), container["name"]
    heartbeats = pod("Deployment", "almanac-nights")["containers"][0]["livenessProbe"]["exec"]["command"]
    command = Path(sys.executable).with_name(heartbeats[0])
    told = subprocess.run([command, "--help"], capture_output=True, text=True, check=True).stdout
    assert f"  {heartbeats[1]} " in told


def test_no_password_is_an_argument_or_stands_in_the_examples() -> None:
    for work in workloads():
        for each in containers_of(template_of(work)["spec"]):
            said = " ".join([*each.get("command", []), *each.get("args", [])])
            assert not re.search(r"requirepass|--pass\b|(?<![\w-])-a\b|\$\w*PASSWORD", said), each["name"]
    users = [line for line in ACL.read_text().splitlines() if line.startswith("user ")]
    passwords = [part for line in users for part in line.split() if part[0] in "><#"]
    assert len(users) == 5
    assert [each for each in passwords if not each.startswith(">REPLACE-")] == []


def test_probes_ask_the_service_where_the_image_listens() -> None:
    (container,) = pod("Deployment", "almanac")["containers"]
    (port,) = container["ports"]
    stage = stages_of(ROOT / "Containerfile")["service"]
    assert stage.last("EXPOSE") == str(port["containerPort"])
    paths = {
        name: container[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")
    }
    assert paths == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"}
    assert str(pod("Deployment", "almanac")["securityContext"]["runAsUser"]) in stage.last("USER")
